import type { CreateTableBuilder, Kysely } from 'kysely';
import { booleanColumns } from '#server/database/booleans.ts';
import { createIndex } from '#server/database/create-index.ts';
import type { Schema } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';
import { firstOfKind, titleFieldIn } from '#shared/described-fields.ts';
import type { ItemContract, ItemOf } from '#shared/item-contract.ts';

/** A row of a table of items, for `declare module '#server/database/schema.ts'`. */
export type ItemRow<Contract extends ItemContract> = {
  [Name in keyof ItemOf<Contract>]: Stored<ItemOf<Contract>[Name]>;
} & { user_id: string; seq: number };

type Stored<Value> = Value extends boolean ? number : Value;

const SQL_TYPES = {
  text: 'text',
  number: 'double precision',
  boolean: 'integer',
  photo: 'text',
} as const;
type ColumnType = keyof typeof SQL_TYPES;

/**
 * Creates a table of items, for a migration: `{ title: 'text', due: 'text?', photo_path: 'photo?' }`. Columns with `?`
 * may be null. They are not taken from the contract, because a migration never changes.
 */
export async function createItemTable(
  db: Kysely<unknown>,
  table: string,
  columns: Record<string, ColumnType | `${ColumnType}?`>,
) {
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
  for (const [name, type] of Object.entries(columns))
    if (type.startsWith('photo')) await createIndex(db, table, [name]);
}

/** Lists the columns of items that are sent. */
export const itemColumns = ({ fields, photo }: ItemContract) => [
  'id',
  ...Object.keys(fields.entries),
  ...(photo ? ['photo_path'] : []),
  'created_at',
  'updated_at',
  'version',
];

/** Registers the table of items: it is backed up, synced, exported and counted, and the photos in it are in use. */
export function registerItems(items: ItemContract) {
  const { fields, photo } = items;
  const table = items.many as keyof Schema;
  return {
    tables: [table],
    synced: [{ table, columns: itemColumns(items), booleans: booleanColumns(fields.entries) }],
    portable: [
      {
        table,
        fields,
        titleColumn: titleFieldIn(items)?.name,
        textColumn: firstOfKind(items, 'long-text')?.name,
        photoColumn: photo ? 'photo_path' : undefined,
      },
    ],
    photoColumns: photo ? [{ table, column: 'photo_path' }] : [],
    counts: { [table]: table },
  } satisfies Partial<ServerFeature>;
}
