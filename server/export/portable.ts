import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { booleanColumns, readBooleans, storeBooleans } from '#server/database/booleans.ts';
import { prepareRowCount } from '#server/database/count-rows.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { storedSecret } from '#server/database/secrets.ts';
import { type Cursor, LIST_START } from '#server/http/paged-response.ts';
import { createOwnedRows, type OwnedTable } from '#server/items/owned-rows.ts';
import { VERSION_MAX } from '#server/sync/version-limit.ts';
import { type PortableItem, portableItem } from '#shared/export.ts';
import type { ItemFields } from '#shared/fields.ts';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import { readReferencedTitles } from './referenced-titles.ts';

/**
 * A table whose rows their owner can export and import. It is in `synced`, has a column `created_at` and an index on
 * `user_id`, `created_at` and `id`, and `countRows` counts its rows.
 */
export type PortableTable = {
  table: keyof Schema;
  /** The columns that a user fills in. */
  fields: ItemFields;
  photoColumn?: string | undefined;
  /** The tables whose rows are exported with the item that they belong to. */
  owned?: OwnedTable[];
};

export type Portable = ReturnType<typeof createPortable>;
export type PortableEntity = ReturnType<Portable['entities']>[number];

/** Derives an account's id for an item or photo from a name. */
export type DeriveId = (kind: string, name: string) => string;

/** An item that the account does not have, with its new id. */
export type MissingItem = { item: PortableItem; id: string; deletion: Deletion | undefined };

/** The deletion of an item. Earlier versions of the kit did not store which version was deleted. */
type Deletion = { id: string; version: number | null };

/** Below the limit of both engines for values in one statement. */
const ROWS_AT_ONCE = 200;

/** Reads and adds rows of the portable tables. */
export function createPortable(database: Database, tables: PortableTable[]) {
  const { prepare } = database;
  const key = storedSecret(database.query, 'import-ids');
  const entities = tables.map((table) => {
    const readPage = prepare((query, value) => {
      const select = sql<Record<string, unknown> & Cursor>`
        select ${sql.join(columnsOf(table).map((column) => sql.ref(column)))}
        from ${sql.table(table.table)}
        where user_id = ${value('userId')} and (created_at, id) < (${value('created_at')}, ${value('id')})
        order by created_at desc, id desc limit ${sql.lit(PAGE_MAX_ROWS)}`;
      return { compile: () => select.compile(query) };
    });
    const booleans = booleanColumns(table.fields);
    const owned = createOwnedRows(table.owned ?? []);
    return {
      ...table,
      schema: portableItem(table.fields),
      count: prepareRowCount(database, table.table),

      /** Reads the newest items, or the newest of those older than `last`. */
      async page(userId: string, { created_at, id }: Cursor = LIST_START): Promise<PortableItem[]> {
        const rows = await readPage({ userId, created_at, id });
        return readBooleans(rows, booleans).map((row) => asItem(table, row));
      },

      /** Returns a function that replaces the references of these items by titles. */
      readTitles: (userId: string, items: PortableItem[]) =>
        readReferencedTitles(database.query, userId, { kind: table, kinds: tables, items }),

      /** Reads the rows that an item owns, by the names of their tables. */
      readOwned: (id: string) => owned.read(database.query, id),
    };
  });

  return {
    entities: () => entities,
    find: (name: string) => entities.find(({ table }) => table === name),

    /**
     * Returns a function that derives the ids of one account. The same item always gets the same id, so that importing
     * it again adds nothing. The key keeps others from using an id first.
     */
    async idsOf(userId: string): Promise<DeriveId> {
      const secret = await key();
      return (kind, name) =>
        asUuid(createHmac('sha256', secret).update(`${userId} ${kind} ${name}`).digest());
    },

    /**
     * Finds the items that an account has neither created nor imported. An item that was deleted here gets its old id,
     * so that a request to restore it does not add a second one.
     */
    async missing(
      query: Query,
      userId: string,
      { table }: PortableTable,
      items: PortableItem[],
      derive: DeriveId,
    ): Promise<MissingItem[]> {
      const candidates = new Map(
        items.map((item) => [item.id, { item, id: derive(table, item.id) }]),
      );
      const ids = [...candidates.values()].flatMap(({ item, id }) => [item.id, id]);
      const own = new Set((await rowsOf(query, table, userId, ids)).map(({ id }) => id));
      const deletions = await query
        .selectFrom('deletions')
        .select(['id', 'version'])
        .where('user_id', '=', userId)
        .where('entity', '=', table)
        .where('id', 'in', ids)
        .execute();
      const deleted = new Map(deletions.map((deletion) => [deletion.id, deletion]));
      const missing = [...candidates.values()]
        .filter(({ item, id }) => !own.has(item.id) && !own.has(id))
        .map(({ item, id }) => {
          const deletion = deleted.get(item.id) ?? deleted.get(id);
          return { item, id: deletion?.id ?? id, deletion };
        });
      // A file may contain both an item and an earlier import of it.
      return [...new Map(missing.map((one) => [one.id, one])).values()];
    },

    /** Adds rows. Forgets earlier deletions of them. */
    async insert(
      query: InTransaction,
      userId: string,
      { table, photoColumn, fields }: PortableTable,
      rows: (MissingItem & { photoPath: string | null; seq: number })[],
    ) {
      const deleted = rows.flatMap(({ deletion }) => deletion?.id ?? []);
      for (const ids of slicesOf(deleted))
        await query
          .deleteFrom('deletions')
          .where('entity', '=', table)
          .where('id', 'in', ids)
          .where('user_id', '=', userId)
          .execute();
      const booleans = booleanColumns(fields);
      const values = rows.map(({ item, id, photoPath, seq, deletion }) => ({
        id,
        user_id: userId,
        ...storeBooleans(fieldsOf(fields, item), booleans),
        ...(photoColumn && { [photoColumn]: photoPath }),
        version: deletion ? versionAfter(deletion, seq) : 1,
        created_at: item.created_at,
        updated_at: item.updated_at,
        seq,
      }));
      for (const slice of slicesOf(values))
        await query
          .insertInto(table)
          .values(slice as never)
          .execute();
    },
  };
}

/** Returns a version larger than any that a device may know from before the deletion: each version took a number. */
const versionAfter = ({ version }: Deletion, seq: number) =>
  version === null ? Math.min(seq, VERSION_MAX) : version + 1;

const columnsOf = ({ fields, photoColumn }: PortableTable) => [
  'id',
  ...Object.keys(fields),
  ...(photoColumn ? [photoColumn] : []),
  'created_at',
  'updated_at',
];

/** Converts a row to an exported item, with the photo always as `photo_path`. */
function asItem(
  { fields, photoColumn }: PortableTable,
  row: Record<string, unknown> & Cursor,
): PortableItem {
  return {
    id: row.id,
    ...fieldsOf(fields, row),
    photo_path: photoColumn ? (row[photoColumn] as string | null) : null,
    created_at: row.created_at,
    updated_at: row.updated_at as string,
  };
}

const fieldsOf = (fields: ItemFields, values: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, values[field]]));

/** Finds a user's rows with these ids. */
const rowsOf = (query: Query, table: keyof Schema, userId: string, ids: string[]) =>
  query
    .selectFrom(table as 'deletions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();

function* slicesOf<T>(list: T[]) {
  for (let start = 0; start < list.length; start += ROWS_AT_ONCE)
    yield list.slice(start, start + ROWS_AT_ONCE);
}

/** Writes the first 16 bytes as a UUID of version 8, which is for derived ids. */
function asUuid(bytes: Buffer) {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
