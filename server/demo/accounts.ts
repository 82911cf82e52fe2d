import type { Accounts } from '#server/auth/store.ts';
import type { Query } from '#server/database/database.ts';
import { demoAccounts } from './content.ts';

/** Finds the accounts that a demo created and whose passwords are published, oldest first. */
export function findDemoAccounts(query: Query, createdBefore?: string) {
  return query
    .selectFrom('users')
    .innerJoin('demo_accounts', 'demo_accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.user_type'])
    .$if(createdBefore !== undefined, (select) =>
      select.where('users.created_at', '<', createdBefore as string),
    )
    .orderBy('users.created_at')
    .orderBy('users.email')
    .execute();
}

/** Finds the demo accounts that still exist, with their published passwords. */
export async function findUsableAccounts(query: Query) {
  const found = new Set((await findDemoAccounts(query)).map(({ email }) => email));
  return demoAccounts.filter(({ email }) => found.has(email));
}

/** Deletes all demo accounts, or only older ones, with everything they own. Returns their email addresses. */
export async function removeDemoAccounts(query: Query, accounts: Accounts, createdBefore?: string) {
  const found = await findDemoAccounts(query, createdBefore);
  for (const account of found) {
    await accounts.remove(account);
    await forgetEmailsTo(query, account.email);
  }
  return found.map(({ email }) => email).sort();
}

/** Deletes the emails to a demo account, including the one about its deletion: they would bounce. */
export async function forgetEmailsTo(query: Query, email: string) {
  for (const table of ['outbox', 'mailbox'] as const)
    await query.deleteFrom(table).where('recipient', '=', email).execute();
}

/** Thrown if forbidden accounts with published passwords exist. Stops the start; the message is one line. */
export class DemoAccountsFound extends Error {
  constructor(emails: string[]) {
    super(
      `The database holds demo accounts, whose passwords are public: ${shortList(emails)}. ` +
        'With the same settings, this deletes them: npm run admin -- delete-demo-accounts',
    );
  }
}

/** Lists only a few. A public demo may have hundreds of visitors. */
function shortList(emails: string[]) {
  const [few, others] = [emails.toSorted().slice(0, NAMED_MAX), emails.length - NAMED_MAX];
  return others > 0 ? `${few.join(', ')} and ${others} more` : few.join(', ');
}

const NAMED_MAX = 5;
