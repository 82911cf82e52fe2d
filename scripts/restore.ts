import { join } from 'node:path';
import { features } from '#features/server.ts';
import { backUp } from '#server/backup/backup.ts';
import { describeTotals } from '#server/backup/format.ts';
import { openArchive } from '#server/backup/read-archive.ts';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { command } from './command.ts';

await command('npm run restore -- <file>', async ([file]) => {
  if (!file) return 'usage';
  const config = readConfig();
  const archive = await openArchive(file, features);
  const database = await openDatabase(config, features);
  try {
    const blobs = await openBlobs(config);
    if (await isUsed(database)) {
      const before = join(config.dataDir, `before-restore-${Date.now()}.tgz`);
      await backUp(config, blobs, features, before);
      console.log(`Saved the previous data to ${before}.`);
    }
    await restore(database, blobs, archive);
    console.log(`Restored ${describeTotals(archive.totals, features)}.`);
  } finally {
    await database.close();
    await archive.close();
  }
});

async function isUsed({ query }: Database) {
  return (await query.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
