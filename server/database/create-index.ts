import type { Kysely } from 'kysely';

/** Creates an index, named after its table and columns. */
export function createIndex(db: Kysely<unknown>, table: string, columns: string[]) {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
