import { type Compilable, type Kysely, sql } from 'kysely';
import { booleanColumns, readBooleans, storeBooleans } from '#server/database/booleans.ts';
import type { Database, InTransaction, StatementValue } from '#server/database/database.ts';
import type { Cursor } from '#server/http/paged-response.ts';
import type { ItemKind } from '#shared/items.ts';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import { itemColumns } from './table.ts';

type Values = Record<string, StatementValue>;

/** The columns of every item, without the fields of its kind. */
export type AnyItem = Values & { id: string; version: number; created_at: string };

type Tables = Kysely<Record<string, AnyItem>>;

/** Prepares the statements for a table of items. */
export function prepareStatements(kind: ItemKind, database: Database) {
  const { many: table, fields, photo } = kind;
  const columns = itemColumns(kind);
  const booleans = booleanColumns(fields);
  const edited = [...Object.keys(fields), ...(photo ? ['photo_path'] : [])];

  const page = prepare((query, value) =>
    query
      .selectFrom(table)
      .select(columns)
      .where('user_id', '=', value('userId'))
      .where(sql<boolean>`(created_at, id) < (${value('created_at')}, ${value('id')})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      // A literal, because SQLite plans a statement again whenever its limit is a parameter.
      .limit(sql.lit(PAGE_MAX_ROWS)),
  );
  const insert = prepare((query, value) =>
    query
      .insertInto(table)
      .values(
        named(['id', 'user_id', ...edited, 'version', 'created_at', 'updated_at', 'seq'], value),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(columns),
  );
  const change = prepare((query, value) =>
    query
      .updateTable(table)
      .set(named([...edited, 'version', 'updated_at', 'seq'], value))
      .where('id', '=', value('id'))
      .returning(columns),
  );
  const selectOne = (locks: boolean) =>
    prepare((query, value) =>
      query
        .selectFrom(table)
        .select(columns)
        .where('id', '=', value('id'))
        .where('user_id', '=', value('userId'))
        .$if(locks && database.engine === 'postgres', (select) => select.forUpdate()),
    );
  const read = selectOne(false);
  const select = selectOne(true);

  return {
    page: (userId: string, { created_at, id }: Cursor) => page({ userId, created_at, id }),

    /** Adds an item. Returns no row if its id is in use. */
    insert: (query: InTransaction, values: Values) =>
      insert(storeBooleans(values, booleans), query),

    change: (query: InTransaction, values: Values) =>
      change(storeBooleans(values, booleans), query),

    /** Finds an item of a user and locks its row until the transaction ends. */
    read: (userId: string, id: string) => read({ id, userId }),
    find: (query: InTransaction, userId: string, id: string) => select({ id, userId }, query),
  };

  /** Prepares a statement that returns items. */
  function prepare(
    build: (query: Tables, value: <T = string>(name: string) => T) => Compilable<unknown>,
  ) {
    const run = database.prepare<AnyItem>(
      (query, value) => build(query as unknown as Tables, value) as Compilable<AnyItem>,
    );
    if (booleans.length === 0) return run;
    return (values: Values, transaction?: InTransaction) => {
      const rows = run(values, transaction);
      return rows instanceof Promise
        ? rows.then((rows) => readBooleans(rows, booleans))
        : readBooleans(rows, booleans);
    };
  }
}

/** Returns a placeholder for each column, named after it. */
const named = (columns: string[], value: <T>(name: string) => T) =>
  Object.fromEntries(columns.map((column) => [column, value<never>(column)])) as Values as AnyItem;
