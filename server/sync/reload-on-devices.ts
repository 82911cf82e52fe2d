import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Makes the devices of all users with rows in a table load their lists again. Call it in a migration that changes
 * existing rows: that does not change their numbers, so devices would keep their copies. Call it before other
 * statements of the migration, because requests also lock the user before the rows.
 */
export async function reloadOnDevices(db: QueryExecutorProvider, table: string) {
  await sql`
    update users set change_seq = change_seq + 1, complete_since_seq = change_seq + 1
    where exists (select 1 from ${sql.table(table)} where user_id = users.id)`.execute(db);
}
