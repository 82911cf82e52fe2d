import type { Database, InTransaction } from './database.ts';

/**
 * Holds a person's row until the transaction ends, so that what they may have is counted by one transaction at a
 * time. SQLite has one writer anyway. The lock does not keep others from adding rows that refer to the person.
 */
export async function lockUser(engine: Database['engine'], query: InTransaction, userId: string) {
  if (engine !== 'postgres') return;
  await query.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
