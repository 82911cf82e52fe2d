import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { json, type Reply } from './responses.ts';

/** What is read and written at once. Longer lists are written in several pieces. */
export const PAGE_ROWS = 100;

type ReadPage<Row> = (last?: Row) => Row[] | Promise<Row[]>;
type RowOf<Body> = Body[keyof Body] extends readonly (infer Row)[] ? Row : never;

/**
 * A list of any length as an response: read and written page by page, as fast as the client takes it, so that
 * neither the list nor its JSON is ever in memory as a whole. The response's one field is the list.
 */
export class PagedResponse<Body> {
  readonly #field: keyof Body & string;
  readonly #readPage: ReadPage<RowOf<Body>>;

  constructor(field: keyof Body & string, readPage: ReadPage<RowOf<Body>>) {
    this.#field = field;
    this.#readPage = readPage;
  }

  async toReply(): Promise<Reply> {
    const first = await this.#readPage();
    if (first.length < PAGE_ROWS) return json(200, { success: true, [this.#field]: first });
    return { ...json(200, {}), body: this.#pieces(first) };
  }

  async *#pieces(first: RowOf<Body>[]) {
    yield `{"success":true,${JSON.stringify(this.#field)}:[${withoutBrackets(first)}`;
    for (let page = first; page.length === PAGE_ROWS; ) {
      const last = page.at(-1);
      page = await oneAtATime(async () => {
        // Whatever else waits for the event loop comes first.
        await setImmediate();
        return this.#readPage(last);
      });
      if (page.length > 0) yield `,${withoutBrackets(page)}`;
    }
    yield ']}';
  }
}

/** However many long lists are being written, everyone else waits for one page at most. */
const oneAtATime = pLimit(1);

const withoutBrackets = (rows: unknown[]) => JSON.stringify(rows).slice(1, -1);
