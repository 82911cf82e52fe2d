import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { json, type Reply } from './responses.ts';

/** The rows per page. Longer lists are read and written in several pages. */
export const PAGE_ROWS = 100;

type ReadPage<Row> = (last?: Row) => Row[] | Promise<Row[]>;
type RowOf<Body> = Extract<Body[keyof Body], readonly unknown[]>[number];

/**
 * A response with a list of any length in one field. Reads and writes it page by page, as fast as the client receives
 * it, so that neither the list nor its JSON is completely in memory.
 */
export class PagedResponse<Body> {
  readonly #field: keyof Body & string;
  readonly #readPage: ReadPage<RowOf<Body>>;
  readonly #others: object;

  /** `others` are the other fields of the response. */
  constructor(
    field: keyof Body & string,
    readPage: ReadPage<RowOf<Body>>,
    others: NoInfer<Partial<Body>> = {},
  ) {
    this.#field = field;
    this.#readPage = readPage;
    this.#others = others;
  }

  async toReply(): Promise<Reply> {
    const first = await oneAtATime(() => this.#readPage());
    if (first.length < PAGE_ROWS)
      return json(200, { success: true, ...this.#others, [this.#field]: first });
    return { ...json(200, {}), body: this.#pieces(first) };
  }

  async *#pieces(first: RowOf<Body>[]) {
    const head = JSON.stringify({ success: true, ...this.#others }).slice(0, -1);
    yield `${head},${JSON.stringify(this.#field)}:[${withoutBrackets(first)}`;
    for (let page = first; page.length === PAGE_ROWS; ) {
      const last = page.at(-1);
      page = await oneAtATime(async () => {
        // Lets other work run between two pages.
        await setImmediate();
        return this.#readPage(last);
      });
      if (page.length > 0) yield `,${withoutBrackets(page)}`;
    }
    yield ']}';
  }
}

/** Other requests wait for at most one page, however many long lists are being written. */
const oneAtATime = pLimit(1);

const withoutBrackets = (rows: unknown[]) => JSON.stringify(rows).slice(1, -1);
