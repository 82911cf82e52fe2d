import { backUp } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { openBlobs } from '#server/files/blobs.ts';
import { command } from './command.ts';

await command('npm run backup -- <file>', async ([file]) => {
  if (!file) return 'usage';
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    const { users, notes, photos, missing } = await backUp(database, await openBlobs(config), file);
    console.log(`${file} holds ${users} users, ${notes} notes and ${photos} photos.`);
    if (missing > 0)
      console.warn(`${missing} photos that the database names were not in the file store.`);
  } finally {
    await database.close();
  }
});
