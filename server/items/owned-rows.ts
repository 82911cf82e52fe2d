import type { Kysely } from 'kysely';
import type { InTransaction, Query, StatementValue } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { countFitting } from '#server/http/page-bytes.ts';

/**
 * A table whose rows belong to the items of a kind. They are deleted and restored with their item, and exported in it
 * under the name of the table, which no field may have; devices do not copy them, and imports ignore them. `column`
 * references the item and cascades, so that they are deleted with the account. The rows have an `id`, texts and
 * numbers, but no photo, and the table has an index on `column` and `id`. Limit the rows per item when adding them: an
 * export reads all rows of an item at once. Owned tables must not refer to each other: a deletion may keep one row
 * without the other.
 */
export type OwnedTable = { table: keyof Schema; column: string };

/**
 * How many rows of each table, and about how many bytes, a deletion keeps. The item is restored with the newest (UUIDs
 * of version 7 sort by time); the others are lost.
 */
export const OWNED_ROWS_KEPT = 1000;
const OWNED_ROWS_KEPT_BYTES = 1024 * 1024;

/** Below the limit of both engines for values in one statement. */
const ROWS_AT_ONCE = 200;

type Row = Record<string, StatementValue>;

/** Returns the functions that read, delete and restore the rows of items. Without tables they run no statement. */
export function createOwnedRows(tables: OwnedTable[]) {
  return {
    /** Reads the rows of an item by table name, without the column of the owner. */
    async read(query: Query, id: string) {
      const found: Record<string, Row[]> = {};
      for (const owned of tables) {
        const rows = await selectRows(query, owned, id).orderBy('id').execute();
        found[owned.table] = rows.map(({ user_id: _, ...row }) => row);
      }
      return found;
    },

    /** Deletes the rows of an item. Returns the rows to keep for `restore`, by table name. */
    async remove(query: InTransaction, id: string) {
      const kept: Record<string, Row[]> = {};
      for (const owned of tables.toReversed()) {
        const newest = selectRows(query, owned, id).orderBy('id', 'desc').limit(OWNED_ROWS_KEPT);
        const rows = await newest.execute();
        kept[owned.table] = rows.slice(0, countFitting(rows, OWNED_ROWS_KEPT_BYTES));
        await anyTable(query).deleteFrom(owned.table).where(owned.column, '=', id).execute();
      }
      return kept;
    },

    /** Adds the rows that were kept with a deleted item. */
    async restore(query: InTransaction, kept: Record<string, unknown>) {
      for (const { table } of tables) {
        const rows = kept[table];
        // The item was deleted before its kind had this table.
        if (!Array.isArray(rows)) continue;
        for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
          await anyTable(query)
            .insertInto(table)
            .values(rows.slice(start, start + ROWS_AT_ONCE))
            .execute();
      }
    },
  };
}

const selectRows = (query: Query, { table, column }: OwnedTable, id: string) =>
  anyTable(query).selectFrom(table).selectAll().where(column, '=', id);

/** Refers to tables and columns that only the feature knows. */
const anyTable = (query: Query) => query as unknown as Kysely<Record<string, Row>>;
