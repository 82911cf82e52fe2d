import { type Kysely, sql } from 'kysely';
import type { Database, Query } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Makes the database count the rows of a table per user, in `row_counts`. A query that counts would take longer with
 * every row. Call it in a migration of a table with a column `user_id`.
 */
export async function countRows(db: Kysely<unknown>, engine: Database['engine'], table: string) {
  const name = sql.lit(table);
  await sql`
    insert into row_counts (user_id, table_name, count)
    select user_id, ${name}, count(*) from ${sql.table(table)} group by user_id`.execute(db);
  if (engine === 'sqlite') {
    await sql`
      create trigger ${sql.ref(`${table}_added`)} after insert on ${sql.table(table)} begin
        insert into row_counts (user_id, table_name, count) values (new.user_id, ${name}, 1)
        on conflict (user_id, table_name) do update set count = count + 1;
      end`.execute(db);
    await sql`
      create trigger ${sql.ref(`${table}_deleted`)} after delete on ${sql.table(table)} begin
        update row_counts set count = count - 1 where user_id = old.user_id and table_name = ${name};
      end`.execute(db);
    return;
  }
  // One update per statement: thousands of updates of one row in a transaction would become slower and slower.
  await sql`
    create trigger ${sql.ref(`${table}_added`)} after insert on ${sql.table(table)}
    referencing new table as changed for each statement execute function count_changed_rows()`.execute(
    db,
  );
  await sql`
    create trigger ${sql.ref(`${table}_deleted`)} after delete on ${sql.table(table)}
    referencing old table as changed for each statement execute function count_changed_rows()`.execute(
    db,
  );
}

/** Returns a function that reads how many rows of a table a user has. */
export function prepareRowCount({ prepare }: Pick<Database, 'prepare'>, table: keyof Schema) {
  const read = prepare((query, value) =>
    query
      .selectFrom('row_counts')
      .select('count')
      .where('user_id', '=', value('userId'))
      .where('table_name', '=', table),
  );
  return async (query: Query, userId: string) => (await read({ userId }, query))[0]?.count ?? 0;
}

/** Creates what `countRows` needs. */
export async function createRowCounts(db: Kysely<unknown>, engine: Database['engine']) {
  await db.schema
    .createTable('row_counts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('row_counts_primary', ['user_id', 'table_name'])
    .execute();
  if (engine === 'postgres')
    await sql`
      create function count_changed_rows() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into row_counts (user_id, table_name, count)
          select user_id, tg_table_name, count(*) from changed group by user_id
          on conflict (user_id, table_name) do update set count = row_counts.count + excluded.count;
        else
          update row_counts set count = row_counts.count - gone.count
          from (select user_id, count(*) from changed group by user_id) as gone
          where row_counts.user_id = gone.user_id and table_name = tg_table_name;
        end if;
        return null;
      end $$`.execute(db);
}
