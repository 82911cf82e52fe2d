import { join } from 'node:path';
import { backUp } from '#server/backup/backup.ts';
import { openArchive } from '#server/backup/read-archive.ts';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { openBlobs } from '#server/files/blobs.ts';
import { command } from './command.ts';

await command('npm run restore -- <file>', async ([file]) => {
  if (!file) return 'usage';
  const config = readConfig();
  const archive = await openArchive(file);
  const database = await openDatabase(config);
  try {
    const blobs = await openBlobs(config);
    if (await isUsed(database)) {
      const before = join(config.dataDir, `before-restore-${Date.now()}.tgz`);
      await backUp(config, blobs, before);
      console.log(`What was there is kept in ${before}.`);
    }
    await restore(database, blobs, archive);
    const { users = 0, notes = 0 } = archive.totals.rows;
    console.log(`Restored ${users} users, ${notes} notes and ${archive.totals.photos} photos.`);
  } finally {
    await database.close();
    await archive.close();
  }
});

async function isUsed({ query }: Database) {
  return (await query.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
