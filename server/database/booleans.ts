import type { ItemFields } from '#shared/fields.ts';

/** Lists the columns that contain booleans. Both engines store them as 0 and 1, so that rows are the same on both. */
export const booleanColumns = (fields: ItemFields) =>
  Object.keys(fields).filter((name) => fields[name]?.kind === 'checkbox');

/** Converts stored booleans in rows. */
export function readBooleans<Row extends object>(rows: Row[], columns: readonly string[]): Row[] {
  if (columns.length > 0)
    for (const row of rows as Record<string, unknown>[])
      for (const column of columns) row[column] = row[column] === 1;
  return rows;
}

/** Converts booleans in a row for storage. */
export function storeBooleans<Row extends object>(row: Row, columns: readonly string[]): Row {
  if (columns.length === 0) return row;
  const values = row as Record<string, unknown>;
  const stored = columns.map((column) => [column, values[column] === true ? 1 : 0]);
  return { ...row, ...Object.fromEntries(stored) };
}
