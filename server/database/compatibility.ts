import { type ColumnMetadata, sql } from 'kysely';
import type { Database, InTransaction } from './database.ts';
import { recordStatements, type Up } from './record-statements.ts';

/** What older code relies on: tables, columns, and constraints on rows. */
export type Shape = {
  tables: Map<string, Map<string, ColumnMetadata>>;
  constraints: { table: string; columns: string[]; definition: string }[];
};

/** Reads this from the schema. */
export async function readShape(engine: Database['engine'], query: InTransaction): Promise<Shape> {
  const found = await query.introspection.getTables({ withInternalKyselyTables: true });
  const schema = engine === 'postgres' ? await currentSchema(query) : undefined;
  return {
    tables: new Map(
      // A database of PostgreSQL may have tables of the same names elsewhere.
      found
        .filter((table) => table.schema === schema)
        .map(({ name, columns }) => [
          name,
          new Map(columns.map((column) => [column.name, column])),
        ]),
    ),
    constraints: await (engine === 'postgres' ? postgresConstraints : sqliteConstraints)(query),
  };
}

/** Describes the changes that would break code which only knows the earlier schema. */
export function breakingChanges(before: Shape, after: Shape): string[] {
  const problems: string[] = [];
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) problems.push(`the table ${table} is gone`);
    for (const [name, { dataType, isNullable }] of now ? columns : []) {
      const column = now?.get(name);
      if (!column) problems.push(`${table}.${name} is gone`);
      else if (column.dataType !== dataType) problems.push(`${table}.${name} has another type`);
      else if (!column.isNullable && isNullable) problems.push(`${table}.${name} is now required`);
    }
    for (const [name, { isNullable, hasDefaultValue }] of now ?? [])
      if (!columns.has(name) && !isNullable && !hasDefaultValue)
        problems.push(`${table}.${name} is required and has no default`);
  }
  const known = new Set(before.constraints.map(({ definition }) => definition));
  for (const { table, columns, definition } of after.constraints) {
    const existing = before.tables.get(table);
    if (existing && !known.has(definition) && columns.every((name) => existing.has(name)))
      problems.push(`${table} has a new constraint: ${definition}`);
  }
  return problems;
}

const CREATE_TABLE = /^create table (?!if )"?(\w+)"? [^;]*;?$/i;
const CREATE_INDEX = /^create (?:unique )?index "?\w+"? on "?(\w+)"? [^;]*;?$/i;
const CREATE_TRIGGER = /^create trigger "?\w+"? after (?:insert|delete) on "?(\w+)"? /i;
const COUNT_ROWS = /^insert into row_counts [^;]*;?$/i;

/**
 * Tells whether a migration only creates tables, with their indexes and row counts. Then it is compatible although it
 * does not say so, and older rows fit into the schema.
 */
export async function onlyCreatesTables(up: Up, engine: Database['engine']) {
  const { statements, isComplete } = await recordStatements(up, engine);
  const created = statements.flatMap((statement) => CREATE_TABLE.exec(statement)?.[1] ?? []);
  const isOfCreated = (statement: string) =>
    [CREATE_INDEX, CREATE_TRIGGER].some((pattern) =>
      created.includes(pattern.exec(statement)?.[1] ?? ''),
    );
  return (
    isComplete &&
    statements.every(
      (statement) =>
        CREATE_TABLE.test(statement) || isOfCreated(statement) || COUNT_ROWS.test(statement),
    )
  );
}

async function currentSchema(query: InTransaction) {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(query);
  return rows[0]?.schema;
}

async function postgresConstraints(query: InTransaction): Promise<Shape['constraints']> {
  const { rows } = await sql<Shape['constraints'][number]>`
    select t.relname as "table", pg_get_constraintdef(c.oid) || ' on ' || t.relname as definition,
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any(c.conkey)) as columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype in ('c', 'f', 'u', 'p', 'x') and t.relnamespace = current_schema()::regnamespace
    union all
    select t.relname, pg_get_indexdef(i.indexrelid),
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any(i.indkey))
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = current_schema()::regnamespace`.execute(query);
  return rows;
}

async function sqliteConstraints(query: InTransaction): Promise<Shape['constraints']> {
  const { rows } = await sql<{ table: string; columns: string; kind: string }>`
    select t.name as "table", 'unique' as kind,
      (select group_concat(name) from pragma_index_info(i.name)) as columns
    from sqlite_master t, pragma_index_list(t.name) i where t.type = 'table' and i."unique" = 1
    union all
    select t.name, 'references ' || f."table", group_concat(f."from")
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'
    group by t.name, f.id`.execute(query);
  return rows.map(({ table, columns, kind }) => ({
    table,
    columns: columns.split(','),
    definition: `${kind} (${columns}) on ${table}`,
  }));
}
