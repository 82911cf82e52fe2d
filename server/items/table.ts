import type { CreateTableBuilder, Kysely } from 'kysely';
import { booleanColumns } from '#server/database/booleans.ts';
import { countRows } from '#server/database/count-rows.ts';
import { createIndex } from '#server/database/create-index.ts';
import type { Migration } from '#server/database/migrate.ts';
import type { Schema } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';
import { titleFieldIn } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { OwnedTable } from './owned-rows.ts';
import { referencesOf } from './references.ts';

const SQL_TYPES = {
  text: 'text',
  number: 'double precision',
  boolean: 'integer',
  photo: 'text',
  reference: 'text',
} as const;
type ColumnType = keyof typeof SQL_TYPES;
type Columns = Record<string, ColumnType | `${ColumnType}?`>;

/**
 * Returns the migration that creates a table of items and counts its rows:
 * `createsItemTable('plants', { name: 'text', due: 'text?', photo_path: 'photo?' })`. Columns with `?` may be null. They
 * are not derived from the definition, because a migration must never change.
 */
export const createsItemTable = (table: string, columns: Columns): Migration => ({
  compatible: true,
  async up(db, engine) {
    await createItemTable(db, table, columns);
    await countRows(db, engine, table);
  },
});

/** Creates a table of items, for a migration that does not count its rows. */
export async function createItemTable(db: Kysely<unknown>, table: string, columns: Columns) {
  let create: CreateTableBuilder<string, string> = db.schema
    .createTable(table)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'));
  for (const [name, type] of Object.entries(columns))
    create = create.addColumn(name, SQL_TYPES[type.replace('?', '') as ColumnType], (c) =>
      type.endsWith('?') ? c : c.notNull(),
    );
  await create
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .execute();
  await createIndex(db, table, ['user_id', 'created_at', 'id']);
  await createIndex(db, table, ['user_id', 'seq']);
  for (const [name, type] of Object.entries(columns)) {
    if (type.startsWith('photo')) await createIndex(db, table, [name]);
    if (type.startsWith('reference')) await indexReference(db, table, name);
  }
}

/** Returns the migration that adds a reference to an existing table of items: `addsReference('tasks', 'plant')`. */
export const addsReference = (table: string, column: string): Migration => ({
  compatible: true,
  async up(db) {
    await db.schema.alterTable(table).addColumn(column, SQL_TYPES.reference).execute();
    await indexReference(db, table, column);
  },
});

/** Creates the index that finds the items that refer to a deleted one. */
const indexReference = (db: Kysely<unknown>, table: string, column: string) =>
  createIndex(db, table, ['user_id', column]);

/** Lists the columns of items in responses. */
export const itemColumns = ({ fields, photo }: ItemKind) => [
  'id',
  ...Object.keys(fields),
  ...(photo ? ['photo_path'] : []),
  'created_at',
  'updated_at',
  'version',
];

/**
 * Registers a table of items: it is backed up, synced, exported and counted, and its photos count as in use. Tables
 * that the items own are backed up and exported with it.
 */
export function registerItems(kind: ItemKind, owned: OwnedTable[]) {
  const { fields, photo } = kind;
  const table = kind.many as keyof Schema;
  if (!titleFieldIn(kind)?.kind.endsWith('text'))
    throw new Error(`The first field of ${table} is the title of an item: make it a text.`);
  // Deleted and exported items have both as properties.
  const taken = [...itemColumns(kind), 'user_id', 'seq', 'photo_file'];
  const clash = owned.find(({ table }) => taken.includes(table));
  if (clash)
    throw new Error(`${clash.table} is a column of ${table}: give the table another name.`);
  return {
    tables: [table, ...owned.map(({ table }) => table)],
    synced: [{ table, columns: itemColumns(kind), booleans: booleanColumns(fields) }],
    portable: [
      {
        table,
        fields,
        photoColumn: photo ? 'photo_path' : undefined,
        owned,
      },
    ],
    references: referencesOf(kind),
    photoColumns: photo ? [{ table, column: 'photo_path' }] : [],
    counts: { [table]: table },
  } satisfies Partial<ServerFeature>;
}
