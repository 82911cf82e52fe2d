import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Makes the devices of everybody who has rows of a table load their lists again. Call it in a migration that changes
 * what existing rows contain: that does not change their numbers, so devices would keep what they have. It must come
 * before other statements of the migration, because requests lock the person before the rows, too.
 */
export async function reloadOnDevices(db: QueryExecutorProvider, table: string) {
  await sql`
    update users set change_seq = change_seq + 1, complete_since_seq = change_seq + 1
    where exists (select 1 from ${sql.table(table)} where user_id = users.id)`.execute(db);
}
