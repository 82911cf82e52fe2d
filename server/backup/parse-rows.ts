import { isPhotoName } from './format.ts';
import type { Row } from './read-rows.ts';

const LINE_FEED = 0x0a;
/** At most as many columns as PostgreSQL supports, with names such as migrations use. */
const COLUMNS = /^\w{1,63}(,\w{1,63}){0,1599}$/;
/** Columns whose values are used as names in the file store. */
const PHOTO_NAMES: Record<string, string> = { files: 'path', removed_blobs: 'path' };

/**
 * Reads the rows of a file one by one. Throws for a row that no backup contains: an attacker may have made the archive.
 */
export function* parseRows(path: string, table: string, bytes: Buffer): Generator<Row> {
  let columns: string | undefined;
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(LINE_FEED, start);
    if (end < 0) end = bytes.length;
    const row = parseRow(bytes.toString('utf8', start, end));
    if (!row) throw new Error(`${path} contains something that is not a row.`);
    const names = Object.keys(row).join();
    // One statement inserts many rows, so all need the same columns.
    if (columns === undefined ? !COLUMNS.test(names) : names !== columns)
      throw new Error(`${path} has rows with other columns than a table.`);
    columns = names;
    const name = PHOTO_NAMES[table];
    if (name && !isPhotoName(row[name]))
      throw new Error(`${path} names a photo ${JSON.stringify(row[name])}, as no server does.`);
    yield row;
  }
}

/** Parses a row. Returns undefined for anything but an object. */
function parseRow(line: string): Row | undefined {
  try {
    const row = JSON.parse(line);
    return row instanceof Object && !Array.isArray(row) ? row : undefined;
  } catch {
    return undefined;
  }
}
