import { features } from '#features/server.ts';
import { command } from '#scripts/run/command.ts';
import { describeTotals } from '#server/backup/format.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readConfig } from '#server/config.ts';

await command('npm run restore -- <file>', async ([file]) => {
  if (!file) return 'usage';
  const { totals, copy } = await restoreBackup(readConfig(), features, file);
  if (copy) console.log(`Saved the previous data to ${copy}.`);
  console.log(`Restored ${describeTotals(totals, features)}.`);
});
