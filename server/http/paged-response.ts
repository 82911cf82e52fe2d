import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { PAGE_MAX_ROWS, type PageQuery } from '#shared/pages.ts';
import { countFitting, PAGE_MAX_BYTES } from './page-bytes.ts';
import { json, type Reply } from './responses.ts';

/** The position of a row in a list that is sorted by time, newest first. */
export type Cursor = { created_at: string; id: string };

/** Sorts before every row. Letters follow digits in every collation. */
export const LIST_START: Cursor = { created_at: '9999', id: 'z' };

/** Reads the rows after a position, at most one page. */
type ReadPage<Row> = (last: Cursor) => Row[] | Promise<Row[]>;

/** A response with a list. `Body` is only for the compiler, which checks the fields. */
export class PagedResponse<Body> {
  declare readonly body: Body;
  readonly toReply: () => Promise<Reply>;

  constructor(toReply: () => Promise<Reply>) {
    this.toReply = toReply;
  }
}

/**
 * Responds with a list in one field: the requested page, or the whole list. `others` are the other fields. A list of
 * any length is read and sent page by page, as fast as the client receives it, so that neither the list nor its JSON is
 * completely in memory.
 */
export function listResponse<Field extends string, Row extends Cursor, Others extends object>(
  field: Field,
  { limit, before }: PageQuery,
  readPage: ReadPage<Row>,
  others: Others,
) {
  return new PagedResponse<Others & Record<Field, Row[]> & { next?: string | null }>(async () => {
    const first = await read(parseCursor(before), limit);
    const start = `${JSON.stringify({ success: true, ...others }).slice(0, -1)},${JSON.stringify(field)}:[`;
    const reply = json(200, {});
    if (limit || before) {
      const next = first.last ? formatCursor(first.last) : null;
      return { ...reply, body: `${start}${first.rows}],"next":${JSON.stringify(next)}}` };
    }
    if (first.last)
      return { ...reply, body: pieces([Buffer.from(start + first.rows)], first.last) };
    return { ...reply, body: `${start}${first.rows}]}` };
  });

  /** Yields the pieces as bytes, and keeps only the current one in memory: the client may read nothing. */
  async function* pieces(first: Buffer[], after: Cursor) {
    yield first.pop() as Buffer;
    for (let last: Cursor | undefined = after; last; ) {
      const piece = await oneAtATime(async () => {
        // Lets other work run between pages.
        await setImmediate();
        const page = await read(last);
        return { bytes: Buffer.from(page.rows && `,${page.rows}`), last: page.last };
      });
      if (piece.bytes.length > 0) yield piece.bytes;
      ({ last } = piece);
    }
    yield ']}';
  }

  /** Reads a page of rows after a position. */
  async function read(after = LIST_START, limit = PAGE_MAX_ROWS): Promise<Page> {
    const rows = (await readPage(after)).slice(0, limit);
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

/** Parses a position. Without one, the list is read from its start. */
export function parseCursor(text: string | undefined): Cursor {
  if (text === undefined) return LIST_START;
  const [created_at = '', id = ''] = text.split('~');
  return { created_at, id };
}

/** Returns the position of a row, without the rest of the row. */
const cursorOf = (row: Cursor | false | undefined) =>
  row ? { created_at: row.created_at, id: row.id } : undefined;

const withoutBrackets = (array: string) => array.slice(1, -1);
