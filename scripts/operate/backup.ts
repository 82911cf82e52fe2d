import { features } from '#features/server.ts';
import { command } from '#scripts/run/command.ts';
import { backUp } from '#server/backup/backup.ts';
import { describeTotals } from '#server/backup/format.ts';
import { readConfig } from '#server/config.ts';
import { openBlobs } from '#server/files/open-blobs.ts';

await command('npm run backup -- <file>', async ([file]) => {
  if (!file) return 'usage';
  const config = readConfig();
  const blobs = await openBlobs(config);
  const { totals, missing, unknownTables } = await backUp(config, blobs, features, file);
  console.log(`${file} contains ${describeTotals(totals, features)}.`);
  if (missing > 0)
    console.warn(`${missing} photos that the database names were not in the file store.`);
  if (unknownTables.length > 0)
    console.warn(`Not backed up, because this version does not know them: ${unknownTables}.`);
});
