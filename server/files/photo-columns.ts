import type { Database } from '#server/database/database.ts';
import { hasTable } from '#server/database/migration-records.ts';
import type { Schema } from '#server/database/schema.ts';
import type { PhotoColumn } from './ownership.ts';

/**
 * Stores which columns contain photos. Returns them together with earlier stored ones whose tables still exist: a
 * version without a feature, such as the previous one after a rollback, must not remove the feature's photos.
 */
export async function storePhotoColumns(
  database: Database,
  registered: PhotoColumn[],
): Promise<PhotoColumn[]> {
  const rows = await database.query.selectFrom('photo_columns').selectAll().execute();
  const stored = rows.map(({ table_name, column_name }) => ({
    table: table_name as keyof Schema,
    column: column_name,
  }));
  const added = registered.filter((column) => !contains(stored, column));
  if (added.length > 0)
    await database.query
      .insertInto('photo_columns')
      .values(added.map(({ table, column }) => ({ table_name: table, column_name: column })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  const columns = [...registered];
  for (const column of stored)
    if (!contains(registered, column) && (await hasTable(database, column.table)))
      columns.push(column);
  return columns;
}

const contains = (columns: PhotoColumn[], { table, column }: PhotoColumn) =>
  columns.some((other) => other.table === table && other.column === column);
