import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '#server/backup/backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { startWithBackups } from '#server/testing/backups.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { setAside } from './set-aside.ts';

const { folder, server, blobs } = await startWithBackups();

test('after a migration that cannot be undone, a backup is restored into an empty database, and nothing is deleted', async () => {
  const { config } = server;
  const file = join(folder, 'before.tgz');
  const ada = await server.signUp();
  const { item } = await ada.call(testItems.create, { body: { text: 'Rose' } });
  await backUp(config, blobs, [testItemsServer], file);
  await server.query.schema.alterTable('items').renameColumn('text', 'words').execute();
  let place = '';
  await server.restart(async () => {
    place = await setAside(config);
    const { copy } = await restoreBackup(config, [testItemsServer], file);
    assert.equal(copy, undefined);
  });
  assert.deepEqual((await ada.call(testItems.list)).items, [item]);
  assert.match(
    place,
    config.databaseUrl ? /^the schema before_\w+ of/ : /^the file .+\.before_\w+$/,
  );
});
