import { sql } from 'kysely';
import { hashPassword } from '#server/auth/passwords.ts';
import { createAccounts } from '#server/auth/store.ts';
import type { Database, Query } from '#server/database/database.ts';
import { HttpError } from '#server/errors/errors.ts';
import type { DemoAccount, FeatureInstance } from '#server/feature.ts';
import type { Log } from '#server/log/log.ts';
import { demoAccounts } from './content.ts';

export type SeedDependencies = {
  database: Database;
  features: Pick<FeatureInstance, 'seedDemo'>[];
  log: Log;
};

/** Creates the demo accounts and their content once, in an empty database. */
export async function seedDemo({ database, features, log }: SeedDependencies) {
  if (await hasAccounts(database.query)) return;
  for (const account of await seedAccounts(database)) await seedContent({ features, log }, account);
}

/** Creates the demo content of each feature, as far as the limits of this server allow. */
export async function seedContent(
  { features, log }: Pick<SeedDependencies, 'features' | 'log'>,
  account: DemoAccount,
) {
  for (const feature of features)
    try {
      await feature.seedDemo?.(account);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      log.warn({ msg: `The demo content is incomplete: ${error.message}` });
    }
}

/** Creates the demo accounts. Returns none if another process was faster. */
async function seedAccounts(database: Database): Promise<DemoAccount[]> {
  const hashed = await Promise.all(
    demoAccounts.map(async ({ password, ...account }) => ({
      ...account,
      password_hash: await hashPassword(password),
    })),
  );
  return database.query.transaction().execute(async (query) => {
    // SQLite has only one write transaction at a time anyway.
    if (database.engine === 'postgres')
      await sql`lock table users in share row exclusive mode`.execute(query);
    if (await hasAccounts(query)) return [];
    const seeded = [];
    for (const account of hashed) {
      const id = await createAccounts({ ...database, query }).seed(account);
      await query.insertInto('demo_accounts').values({ user_id: id }).execute();
      seeded.push({ id, user_type: account.user_type });
    }
    return seeded;
  });
}

async function hasAccounts(query: Query) {
  const account = await query.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return account !== undefined;
}
