import { sessionEnded } from '#server/errors/errors.ts';
import type { Database, InTransaction } from './database.ts';

/**
 * Locks a user's row until the transaction ends, so that one transaction at a time checks limits per user. SQLite has
 * only one writer anyway. Others can still add rows that refer to the user. Throws if the account was deleted while the
 * request was under way.
 */
export async function lockUser(engine: Database['engine'], query: InTransaction, userId: string) {
  const user = await query
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(engine === 'postgres', (select) => select.forNoKeyUpdate())
    .executeTakeFirst();
  if (!user) throw sessionEnded();
}
