import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Accounts } from '#server/auth/store.ts';
import type { Database } from '#server/database/database.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { createFiles } from '#server/files/store.ts';
import { createNotes } from '#server/notes/store.ts';
import { demoAccounts, demoNotes } from './content.ts';

const beside = (file: string) => new URL(file, import.meta.url);

/** Once, into an empty database. */
export async function seedDemo(database: Database, accounts: Accounts, blobs: Blobs) {
  const anyone = await database.query.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return;
  const notes = createNotes(database);
  const files = createFiles(database, blobs);
  for (const { password, ...account } of demoAccounts) {
    const userId = await accounts.seed({ ...account, password_hash: await hashPassword(password) });
    for (const { photo, ...note } of demoNotes[account.user_type]) {
      const photo_path = photo && (await files.add(userId, await readFile(beside(photo))));
      await notes.create(userId, { ...note, photo_path });
      // The list is ordered by the millisecond.
      await wait(2);
    }
  }
}
