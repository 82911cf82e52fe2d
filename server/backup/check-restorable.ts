import { sql } from 'kysely';
import { onlyCreatesTables } from '#server/database/compatibility.ts';
import type { Database, Query } from '#server/database/database.ts';
import { tablesNotBackedUp } from '#server/database/schema.ts';
import type { AppliedMigration, VerifiedArchive } from './read-archive.ts';

type Target = Pick<Database, 'engine'> & { query: Query };

/** Throws if the backup does not fit the database, or if a restore would delete data that no backup contains. */
export async function checkRestorable(target: Target, archive: VerifiedArchive) {
  await checkSchema(target, archive);
  await checkUnknownTables(target, archive.tables);
}

/** Throws if an incompatible migration lies between the schemas of the backup and the database. */
async function checkSchema(
  { engine, query }: Target,
  { features, migrations: all }: VerifiedArchive,
) {
  // Migrations of other features do not matter, because their tables are not restored.
  const isKnown = ({ feature }: AppliedMigration) =>
    feature === 'kit' || features.some(({ name }) => name === feature);
  const there = all.filter(isKnown);
  const { rows } = await sql<AppliedMigration>`
    select feature, name, compatible from schema_migrations`.execute(query);
  const here = rows.filter(isKnown);
  const overrides = incompatible(there, here);
  for (const migration of incompatible(here, there))
    if (!(await isNewFeature(migration))) overrides.push(migration);
  if (overrides.length > 0)
    throw new Error(
      `The backup was made by a version with another database schema (${overrides.map(idOf).join(', ')}). ` +
        'Nothing was changed. Restore it with that version into an empty database, then update.',
    );

  /** Tells whether a migration created the tables of a feature that was added after the backup. */
  async function isNewFeature({ feature, name }: AppliedMigration) {
    const migration = features.find(({ name }) => name === feature)?.migrations[name];
    const wasThere = there.some((other) => other.feature === feature);
    return !wasThere && migration !== undefined && onlyCreatesTables(migration.up, engine);
  }
}

/** Returns the migrations that `others` lack and that do not declare themselves compatible. */
function incompatible(migrations: AppliedMigration[], others: AppliedMigration[]) {
  const known = new Set(others.map(idOf));
  return migrations.filter((one) => !one.compatible && !known.has(idOf(one)));
}

const idOf = ({ feature, name }: AppliedMigration) => `${feature}/${name}`;

/**
 * Throws if there are rows that the backup cannot contain and that would be deleted together with the rows they refer
 * to. Tables that refer to nothing, such as the tables of a replication tool, stay unchanged.
 */
async function checkUnknownTables({ engine, query }: Target, tables: string[]) {
  const known = [...tables, ...Object.keys(tablesNotBackedUp)];
  const references = await (engine === 'postgres' ? postgresReferences : sqliteReferences)(query);
  const affected = new Set(known);
  // The set grows while it is iterated: a table that refers to an affected table is affected too.
  for (const table of affected)
    for (const { child, parent } of references) if (parent === table) affected.add(child);
  for (const table of affected) {
    if (known.includes(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(query);
    if (rows.length > 0)
      throw new Error(
        `The table ${table} belongs to no registered feature, and a restore would delete its rows. ` +
          'Nothing was changed. Register the feature, drop the table or use an empty database, then run this again.',
      );
  }
}

type Reference = { child: string; parent: string };

async function postgresReferences(query: Query) {
  const { rows } = await sql<Reference>`
    select child.relname as child, parent.relname as parent
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and child.relnamespace = current_schema()::regnamespace
      and parent.relnamespace = current_schema()::regnamespace`.execute(query);
  return rows;
}

async function sqliteReferences(query: Query) {
  const { rows } = await sql<Reference>`
    select t.name as child, f."table" as parent
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'`.execute(query);
  return rows;
}
