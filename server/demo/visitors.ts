import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '#server/auth/passwords.ts';
import { type Accounts, createAccounts, removeAccount } from '#server/auth/store.ts';
import { fromNow } from '#server/clock/clock.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import { demoFull } from '#server/errors/errors.ts';
import type { Limiters } from '#server/http/rate-limit.ts';
import { findDemoAccounts, forgetEmailsTo, removeDemoAccounts } from './accounts.ts';
import { visitorAccount } from './content.ts';
import { type SeedDependencies, seedContent } from './seed.ts';

/** With the limits per user, this bounds what a public demo stores. */
export const VISITORS_MAX = 500;
// An arbitrary number that identifies the lock.
const VISITORS_LOCK = 7_492_016_603;
const LIFETIME = { hours: -24 };
/** Even when all places are taken, younger accounts are kept. */
const SHORTEST_LIFETIME = { hours: -1 };
/**
 * The users in an office or a class may share an address. A /48 network gets 16 times as many, still fewer than all
 * places.
 */
export const VISITORS_PER_ADDRESS = { attempts: 25, minutes: 60 };

/** Gives each visitor of a public demo their own account, so that visitors do not notice each other. */
export function createVisitors({
  database,
  features,
  log,
  limiters,
}: SeedDependencies & { limiters: Limiters }) {
  const limiter = limiters.perAddress('visitor', VISITORS_PER_ADDRESS);
  const { password, ...profile } = visitorAccount;
  let hash: Promise<string> | undefined;

  return {
    /** Creates an account with the demo content for a visitor who signs in with the published one. */
    async receive(credentials: { email: string; password: string }, address: string) {
      if (credentials.email !== visitorAccount.email || credentials.password !== password)
        return undefined;
      await limiter.count(address);
      hash ??= hashPassword(password);
      // The password is known, so the address must not be guessable.
      const email = visitorAccount.email.replace('@', `-${randomBytes(8).toString('hex')}@`);
      const account = { ...profile, email, password_hash: await hash };
      const id = await database.query.transaction().execute(async (query) => {
        await makeRoom(database.engine, query);
        const id = await createAccounts({ ...database, query }).seed(account);
        await query.insertInto('demo_accounts').values({ user_id: id }).execute();
        return id;
      });
      await seedContent({ features, log }, { id, user_type: account.user_type });
      return { id, ...account };
    },
  };
}

/** Removes the oldest account if all places are taken. Throws if it is still too young. */
async function makeRoom(engine: Database['engine'], query: InTransaction) {
  // Two at once must not take the same place. SQLite has only one writer anyway.
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(VISITORS_LOCK)})`.execute(query);
  const { count } = await query
    .selectFrom('demo_accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < VISITORS_MAX) return;
  const [oldest] = await findDemoAccounts(query, fromNow(SHORTEST_LIFETIME));
  if (!oldest) throw demoFull();
  await removeAccount(engine, query, oldest);
  await forgetEmailsTo(query, oldest.email);
}

/** Deletes the accounts of visitors a day after they were created. */
export const sweepVisitors = (query: Query, accounts: Accounts) =>
  removeDemoAccounts(query, accounts, fromNow(LIFETIME));
