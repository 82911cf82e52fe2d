import { hashPassword } from '#server/auth/passwords.ts';
import type { Accounts } from '#server/auth/store.ts';
import type { Database } from '#server/database/database.ts';
import { createNotes } from '#server/notes/store.ts';
import { demoAccounts, demoNotes } from './content.ts';

/** Once, into an empty database. */
export async function seedDemo(database: Database, accounts: Accounts) {
  const anyone = await database.query.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return;
  const notes = createNotes(database);
  for (const { password, ...account } of demoAccounts) {
    const userId = await accounts.seed({ ...account, password_hash: await hashPassword(password) });
    for (const note of demoNotes[account.user_type]) await notes.create(userId, note);
  }
}
