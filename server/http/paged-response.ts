import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { PAGE_MAX_ROWS, type PageQuery } from '#shared/pages.ts';
import { countFitting, PAGE_MAX_BYTES } from './page-bytes.ts';
import { json, type Reply } from './responses.ts';

/** The position of a row in a list that is sorted by time, newest first. */
export type Cursor = { created_at: string; id: string };

/** Reads the rows after a position, at most one page. */
type ReadPage<Row> = (last?: Cursor) => Row[] | Promise<Row[]>;

/** Responds with a list in one field: the requested page, or the whole list. `others` are the other fields. */
export function listResponse<Field extends string, Row extends Cursor, Others extends object>(
  field: Field,
  query: PageQuery,
  readPage: ReadPage<Row>,
  others: Others,
) {
  type Body = Others & Record<Field, Row[]> & { next?: string | null };
  return new PagedResponse<Body>(field, query, readPage, others);
}

/**
 * A response with a list in one field. A list of any length is read and sent page by page, as fast as the client
 * receives it, so that neither the list nor its JSON is completely in memory.
 */
export class PagedResponse<Body> {
  readonly #field: keyof Body & string;
  readonly #query: PageQuery;
  readonly #readPage: ReadPage<Cursor>;
  readonly #others: object;

  constructor(
    field: keyof Body & string,
    query: PageQuery,
    readPage: ReadPage<Cursor>,
    others: object,
  ) {
    this.#field = field;
    this.#query = query;
    this.#readPage = readPage;
    this.#others = others;
  }

  async toReply(): Promise<Reply> {
    const { limit, before } = this.#query;
    const first = await this.#read(before ? parseCursor(before) : undefined, limit);
    const start = `${JSON.stringify({ success: true, ...this.#others }).slice(0, -1)},${JSON.stringify(this.#field)}:[`;
    const reply = json(200, {});
    if (limit || before) {
      const next = first.last ? formatCursor(first.last) : null;
      return { ...reply, body: `${start}${first.rows}],"next":${JSON.stringify(next)}}` };
    }
    if (first.last)
      return { ...reply, body: this.#pieces([Buffer.from(start + first.rows)], first.last) };
    return { ...reply, body: `${start}${first.rows}]}` };
  }

  /** Yields the pieces as bytes, and keeps only the current one in memory: the client may read nothing. */
  async *#pieces(first: Buffer[], after: Cursor) {
    yield first.pop() as Buffer;
    for (let last: Cursor | undefined = after; last; ) {
      const piece = await oneAtATime(async () => {
        // Lets other work run between pages.
        await setImmediate();
        const page = await this.#read(last);
        return { bytes: Buffer.from(page.rows && `,${page.rows}`), last: page.last };
      });
      if (piece.bytes.length > 0) yield piece.bytes;
      ({ last } = piece);
    }
    yield ']}';
  }

  /** Reads a page of rows after a position. */
  async #read(after?: Cursor, limit = PAGE_MAX_ROWS): Promise<Page> {
    const rows = (await this.#readPage(after)).slice(0, limit);
    const all = JSON.stringify(rows);
    if (Buffer.byteLength(all) <= PAGE_MAX_BYTES)
      return { rows: withoutBrackets(all), last: cursorOf(rows.length === limit && rows.at(-1)) };
    const fitting = rows.slice(0, countFitting(rows));
    return { rows: withoutBrackets(JSON.stringify(fitting)), last: cursorOf(fitting.at(-1)) };
  }
}

/** Rows as JSON without brackets, and the last of them if others may follow. */
type Page = { rows: string; last: Cursor | undefined };

/** Other requests wait for at most one page, however many long lists are being sent. */
const oneAtATime = pLimit(1);

/** Formats a position for the query of the next page. */
export const formatCursor = ({ created_at, id }: Cursor) => `${created_at}~${id}`;

export function parseCursor(text: string): Cursor {
  const [created_at = '', id = ''] = text.split('~');
  return { created_at, id };
}

/** Returns the position of a row, without the rest of the row. */
const cursorOf = (row: Cursor | false | undefined) =>
  row ? { created_at: row.created_at, id: row.id } : undefined;

const withoutBrackets = (array: string) => array.slice(1, -1);
