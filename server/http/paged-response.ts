import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { PAGE_MAX_ROWS, type PageQuery } from '#shared/pages.ts';
import { json, type Reply } from './responses.ts';

/** The position of a row in a list that is sorted by time, newest first. */
export type Cursor = { created_at: string; id: string };

/** Reads the rows after a position, at most as many as a page has. */
type ReadPage<Row> = (last?: Cursor) => Row[] | Promise<Row[]>;

/** Responds with a list in one field: with the requested page, or with all of it. `others` are the other fields. */
export async function listResponse<Field extends string, Row extends Cursor, Others extends object>(
  field: Field,
  { limit, before }: PageQuery,
  readPage: ReadPage<Row>,
  others: Others,
) {
  type Body = Others & Record<Field, Row[]> & { next?: string | null };
  if (!limit && !before) return new PagedResponse<Body>(field, readPage, others);
  const rows = await readPage(before ? parseCursor(before) : undefined);
  const page = rows.slice(0, limit);
  const last = page.length === (limit ?? PAGE_MAX_ROWS) ? page.at(-1) : undefined;
  return { ...others, [field]: page, next: last ? formatCursor(last) : null } as Body;
}

/**
 * A response with a list of any length in one field. Reads and writes it page by page, as fast as the client receives
 * it, so that neither the list nor its JSON is completely in memory.
 */
export class PagedResponse<Body> {
  readonly #field: keyof Body & string;
  readonly #readPage: ReadPage<Cursor>;
  readonly #others: object;

  constructor(field: keyof Body & string, readPage: ReadPage<Cursor>, others: object) {
    this.#field = field;
    this.#readPage = readPage;
    this.#others = others;
  }

  async toReply(): Promise<Reply> {
    const first = await this.#readPage();
    if (first.length < PAGE_MAX_ROWS)
      return json(200, { success: true, ...this.#others, [this.#field]: first });
    return { ...json(200, {}), body: this.#pieces(first) };
  }

  async *#pieces(first: Cursor[]) {
    const head = JSON.stringify({ success: true, ...this.#others }).slice(0, -1);
    yield `${head},${JSON.stringify(this.#field)}:[${withoutBrackets(first)}`;
    for (let page = first; page.length === PAGE_MAX_ROWS; ) {
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

/** Formats a position as the query of the next page takes it. */
export const formatCursor = ({ created_at, id }: Cursor) => `${created_at}~${id}`;

export function parseCursor(text: string): Cursor {
  const [created_at = '', id = ''] = text.split('~');
  return { created_at, id };
}

const withoutBrackets = (rows: unknown[]) => JSON.stringify(rows).slice(1, -1);
