import type { Accounts } from '#server/auth/store.ts';
import type { Query } from '#server/database/database.ts';
import { demoAccounts } from './content.ts';

/** Finds the accounts that the demo seeded, whose passwords are published. */
export function findDemoAccounts(query: Query) {
  return query
    .selectFrom('users')
    .innerJoin('demo_accounts', 'demo_accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.user_type'])
    .orderBy('users.email')
    .execute();
}

/** Finds the demo accounts that still exist, with their published passwords. */
export async function findUsableAccounts(query: Query) {
  const found = new Set((await findDemoAccounts(query)).map(({ email }) => email));
  return demoAccounts.filter(({ email }) => found.has(email));
}

/** Tells whether the demo seeded this account. */
export async function isDemoAccount(query: Query, userId: string) {
  return (await findDemoAccounts(query)).some(({ id }) => id === userId);
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
        'With the same settings, this deletes them: npm run admin -- delete-demo-accounts',
    );
  }
}
