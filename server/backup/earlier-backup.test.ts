import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Migration } from '#server/database/migrate.ts';
import { openToRead } from '#server/database/open-database.ts';
import type { ServerFeature } from '#server/feature.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { startWithBackups } from '#server/testing/backups.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { kit } from '#shared/endpoints.ts';
import { backUp } from './backup.ts';
import { restoreBackup } from './restore-backup.ts';

const { folder, server } = await startWithBackups();
const file = join(folder, 'earlier.tgz');
const [name, migration] = Object.entries(testItemsServer.migrations)[0] as [string, Migration];

/** The feature, with a migration that also changes a table of the kit. */
const changesOthers: ServerFeature = {
  ...testItemsServer,
  migrations: {
    [name]: {
      async up(db, engine) {
        await migration.up(db, engine);
        await sql`alter table users add column colour text`.execute(db);
      },
    },
  },
};

test('a backup from before a feature was added is restored by the version with the feature', async (t) => {
  const { email, password } = await backUpWithoutFeature(t);
  const ada = await server.signUp();
  await ada.call(testItems.create, { body: { text: 'of the version with it' } });
  await server.restart(
    async () => void (await restoreBackup(server.config, [testItemsServer], file)),
  );
  const { token } = await server.call(kit.login, { body: { email, password } });
  assert.equal(await server.count('users'), 1);
  assert.equal(await server.count('items'), 0);
  await server.as(token).call(testItems.create, { body: { text: 'works' } });
});

test('a backup from before a feature that changed other tables is restored into an empty database without the feature', async (t) => {
  const { email, password } = await backUpWithoutFeature(t);
  const newer = await startTestServer({ features: [changesOthers] });
  t.after(newer.stop);
  await assert.rejects(restoreBackup(newer.config, [changesOthers], file), {
    message: /another database schema \(items\/0001-items\).* into an empty database, then update/,
  });

  const features: ServerFeature[] = [];
  const empty = await startTestServer({ features });
  t.after(empty.stop);
  await empty.restart(async () => {
    await restoreBackup(empty.config, features, file);
    features.push(changesOthers);
  });
  await empty.call(kit.login, { body: { email, password } });
  assert.equal(await empty.count('items'), 0);
});

test('a backup is restored although its migration has been declared compatible since', async (t) => {
  await backUp(server.config, await openBlobs(server.config), [testItemsServer], file);
  const declared = {
    ...testItemsServer,
    migrations: { [name]: { ...migration, compatible: true } as const },
  };
  const other = await startTestServer({ features: [declared] });
  t.after(other.stop);
  await restoreBackup(other.config, [declared], file);
  assert.equal(await other.count('users'), await server.count('users'));
});

test('a backup is restored into an empty database although migrations are a separate step', async (t) => {
  const { email } = await backUpWithoutFeature(t);
  const { url: databaseUrl, drop } = await createTestDatabase({ empty: true });
  t.after(drop);
  const dataDir = join(folder, 'empty');
  const config = { ...server.config, databaseUrl, dataDir, migratesOnStart: false };
  await restoreBackup(config, [testItemsServer], file);
  const database = await openToRead(config);
  const users = await database?.query.selectFrom('users').select('email').execute();
  await database?.close();
  assert.deepEqual(
    users?.map((user) => user.email),
    [email],
  );
});

/** Backs up a server that does not have the feature yet. Returns its only account. */
async function backUpWithoutFeature(t: TestContext) {
  const older = await startTestServer({ features: [] });
  t.after(older.stop);
  const account = await older.signUp();
  await backUp(older.config, await openBlobs(older.config), [], file);
  return account;
}
