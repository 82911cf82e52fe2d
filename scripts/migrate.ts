import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { command } from './command.ts';

await command('npm run migrate', async () => {
  const database = await openDatabase({ ...readConfig(), migratesOnStart: true }, features);
  await database.close();
  console.log('The database is up to date.');
});
