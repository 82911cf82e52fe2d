import { verifyPassword } from '#server/auth/passwords.ts';
import type { Accounts } from '#server/auth/store.ts';
import type { Query } from '#server/database/database.ts';
import { demoAccounts } from './content.ts';

/** Finds the accounts whose passwords are published: what the seed marked, and what it wrote before it left a mark. */
export async function findDemoAccounts(query: Query) {
  const marked = await query
    .selectFrom('users')
    .innerJoin('demo_accounts', 'demo_accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.user_type'])
    .orderBy('users.email')
    .execute();
  const unmarked = await findUnmarked(query);
  return [...marked, ...unmarked];
}

/** Deletes the demo accounts with everything they own. Returns their email addresses. */
export async function removeDemoAccounts(query: Query, accounts: Accounts) {
  const found = await findDemoAccounts(query);
  for (const account of found) {
    await accounts.remove(account);
    // These addresses do not exist: the email about the deletion would bounce.
    for (const table of ['outbox', 'mailbox'] as const)
      await query.deleteFrom(table).where('recipient', '=', account.email).execute();
  }
  return found.map(({ email }) => email);
}

/** Accounts with published passwords exist where they are not allowed. The message is one line and stops the start. */
export class DemoAccountsFound extends Error {
  constructor(emails: string[]) {
    super(
      `The database holds demo accounts, whose passwords are public: ${emails.join(', ')}. ` +
        'With the same settings, this removes them: npm run demo:remove',
    );
  }
}

/** Only an address together with its published password counts: anyone may choose either of them. */
async function findUnmarked(query: Query) {
  const published = new Map(demoAccounts.map(({ email, password }) => [email, password]));
  const candidates = await query
    .selectFrom('users')
    .leftJoin('demo_accounts', 'demo_accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.user_type', 'users.password_hash'])
    .where('demo_accounts.user_id', 'is', null)
    .where('users.email', 'in', [...published.keys()])
    .orderBy('users.email')
    .execute();
  const found = [];
  for (const { password_hash, ...account } of candidates)
    if (await verifyPassword(published.get(account.email) ?? '', password_hash))
      found.push(account);
  return found;
}
