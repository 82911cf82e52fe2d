import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { hashPassword } from '#server/auth/passwords.ts';
import { createAccounts } from '#server/auth/store.ts';
import type { Database, Query } from '#server/database/database.ts';
import type { Stores } from '#server/server.ts';
import type { User } from '#shared/auth.ts';
import { demoAccounts, demoNotes } from './content.ts';

type Seeded = { id: string; user_type: User['user_type'] };

/** Creates the demo accounts and their notes, once, in an empty database. A public demo gets no admin. */
export async function seedDemo(stores: Stores, { withAdmin }: { withAdmin: boolean }) {
  const { database } = stores;
  if (await hasAccounts(database.query)) return;
  const accounts = demoAccounts.filter(({ user_type }) => withAdmin || user_type !== 'admin');
  for (const account of await seedAccounts(database, accounts)) await seedNotes(stores, account);
}

/** Returns none when another process that starts at the same time was first. */
async function seedAccounts(database: Database, accounts: typeof demoAccounts): Promise<Seeded[]> {
  const hashed = await Promise.all(
    accounts.map(async ({ password, ...account }) => ({
      ...account,
      password_hash: await hashPassword(password),
    })),
  );
  return database.query.transaction().execute(async (query) => {
    // SQLite has only one writing transaction at a time anyway.
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

async function seedNotes({ notes, files }: Stores, { id, user_type }: Seeded) {
  for (const { photo, ...note } of demoNotes[user_type]) {
    const photo_path =
      photo && (await files.add(id, await readFile(join(import.meta.dirname, photo))));
    await notes.create(id, { ...note, photo_path });
    // The list is ordered by the millisecond.
    await wait(2);
  }
}

async function hasAccounts(query: Query) {
  const account = await query.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return account !== undefined;
}
