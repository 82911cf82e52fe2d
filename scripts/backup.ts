import { backUp } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openBlobs } from '#server/files/blobs.ts';
import { command } from './command.ts';

await command('npm run backup -- <file>', async ([file]) => {
  if (!file) return 'usage';
  const config = readConfig();
  const { totals, missing, unknownTables } = await backUp(config, await openBlobs(config), file);
  const { users = 0, notes = 0 } = totals.rows;
  console.log(`${file} holds ${users} users, ${notes} notes and ${totals.photos} photos.`);
  if (missing > 0)
    console.warn(`${missing} photos that the database names were not in the file store.`);
  if (unknownTables.length > 0)
    console.warn(`Not backed up, because this version does not know them: ${unknownTables}.`);
});
