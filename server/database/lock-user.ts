import type { Database, InTransaction } from './database.ts';

/**
 * Locks a user's row until the transaction ends, so that limits per person are checked by one transaction at a time.
 * SQLite has only one writer anyway. Others can still add rows that refer to the user.
 */
export async function lockUser(engine: Database['engine'], query: InTransaction, userId: string) {
  if (engine !== 'postgres') return;
  await query.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
