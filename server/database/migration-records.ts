import { sql } from 'kysely';
import { now } from '#server/clock/clock.ts';
import type { Database, InTransaction, Query } from './database.ts';

/** An applied migration. */
export type Applied = {
  feature: string;
  name: string;
  compatible: number;
  applied_at: string;
  /** Null, or undefined if the column is missing, for migrations applied by a version without checksums. */
  checksum?: string | null;
};

type Records = { schema_migrations: Applied };

const TABLE = 'schema_migrations';

/** Creates the table, or the column that older versions lack. */
export async function createRecords(database: Database) {
  if (await hasColumn(database, TABLE, 'checksum')) return;
  await database.changeSchema(async (query) => {
    // Another process may have created it while this one waited.
    const inTransaction = { engine: database.engine, query };
    if (!(await hasTable(inTransaction, TABLE))) await createTable(query);
    else if (!(await hasColumn(inTransaction, TABLE, 'checksum')))
      await query.schema.alterTable(TABLE).addColumn('checksum', 'text').execute();
  });
}

function createTable(query: InTransaction) {
  return query.schema
    .createTable(TABLE)
    .addColumn('feature', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('compatible', 'integer', (c) => c.notNull())
    .addColumn('applied_at', 'text', (c) => c.notNull())
    .addColumn('checksum', 'text')
    .addPrimaryKeyConstraint('schema_migrations_pk', ['feature', 'name'])
    .execute();
}

/** Reads the applied migrations. Returns undefined for a new database. */
export async function readRecords(
  database: Pick<Database, 'engine' | 'query'>,
): Promise<Applied[] | undefined> {
  if (!(await hasTable(database, TABLE))) return undefined;
  return recordsOf(database.query).selectFrom(TABLE).selectAll().execute();
}

export async function isRecorded(
  query: Query,
  { feature, name }: Pick<Applied, 'feature' | 'name'>,
) {
  const found = await recordsOf(query)
    .selectFrom(TABLE)
    .select('name')
    .where('feature', '=', feature)
    .where('name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

export async function addRecord(query: Query, record: Omit<Applied, 'applied_at'>) {
  await recordsOf(query)
    .insertInto(TABLE)
    .values({ ...record, applied_at: now() })
    .execute();
}

export async function storeChecksum(
  query: Query,
  { feature, name }: Pick<Applied, 'feature' | 'name'>,
  checksum: string,
) {
  await recordsOf(query)
    .updateTable(TABLE)
    .set({ checksum })
    .where('feature', '=', feature)
    .where('name', '=', name)
    .execute();
}

const recordsOf = (query: Query) => query.withTables<Records>();

export async function hasTable(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  name: string,
) {
  const { rows } = await (engine === 'postgres'
    ? sql`select 1 where to_regclass(${name}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
  ).execute(query);
  return rows.length > 0;
}

async function hasColumn(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  table: string,
  name: string,
) {
  const { rows } = await (engine === 'postgres'
    ? sql`select 1 from pg_attribute
        where attrelid = to_regclass(${table}) and attname = ${name} and not attisdropped`
    : sql`select 1 from pragma_table_info(${table}) where name = ${name}`
  ).execute(query);
  return rows.length > 0;
}
