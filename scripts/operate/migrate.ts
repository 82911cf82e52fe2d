import { features } from '#features/server.ts';
import { command } from '#scripts/run/command.ts';
import { readConfig } from '#server/config.ts';
import { checkUnchanged } from '#server/database/migrate.ts';
import { migrationSets, openDatabase } from '#server/database/open-database.ts';

await command('npm run migrate', async () => {
  const database = await openDatabase({ ...readConfig(), migratesOnStart: true }, features);
  await checkUnchanged(database, migrationSets(features)).catch(({ message }) =>
    console.warn(message),
  );
  await database.close();
  console.log('The database is up to date.');
});
