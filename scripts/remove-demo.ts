import { features } from '#features/server.ts';
import { createAccounts } from '#server/auth/store.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { removeDemoAccounts } from '#server/demo/accounts.ts';
import { command } from './command.ts';

await command('npm run demo:remove', async (words) => {
  if (words.length > 0) return 'usage';
  const database = await openDatabase(readConfig(), features);
  try {
    const emails = await removeDemoAccounts(database.query, createAccounts(database));
    console.log(
      emails.length === 0
        ? 'This database contains no demo accounts.'
        : `Removed ${emails.join(' and ')} with everything they own. Their photos are deleted at the next start.`,
    );
  } finally {
    await database.close();
  }
});
