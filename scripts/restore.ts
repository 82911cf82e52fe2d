import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { openBlobs } from '#server/files/blobs.ts';
import { command } from './command.ts';

await command('npm run restore -- <file>', async ([file]) => {
  if (!file) return 'usage';
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    const blobs = await openBlobs(config);
    if (await isUsed(database)) {
      const before = join(config.dataDir, `before-restore-${Date.now()}.tgz`);
      await backUp(database, blobs, before);
      console.log(`What was there is kept in ${before}.`);
    }
    const { users, notes, photos } = await restore(database, blobs, file);
    console.log(`Restored ${users} users, ${notes} notes and ${photos} photos.`);
  } finally {
    await database.close();
  }
});

async function isUsed({ query }: Database) {
  return (await query.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
