import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { restoreFile, startWithBackups } from '#server/testing/backups.ts';
import { importExport, readExport } from '#server/testing/exports.ts';
import type { Person } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { backUp } from './backup.ts';
import { tablesOf } from './format.ts';
import { writeArchive } from './write-archive.ts';

/** Does not fit into 32 bits. SQLite has stored such versions. */
const LARGE_VERSION = 3_000_000_150;

const { folder, server, blobs } = await startWithBackups();
const file = join(folder, 'backup.tgz');

test('after many restores, a deleted item is imported with a version that no device has', async () => {
  const { ada, params } = await personWithItem();
  await restoreOften();
  const exported = await readExport(ada);
  for (let imports = 0; imports < 2; imports++) {
    const before = await versionOf(ada);
    await ada.call(testItems.remove, { params });
    assert.equal((await importExport(ada, exported)).added, 1);
    assert.ok((await versionOf(ada)) > before);
    await ada.call(testItems.update, { params, body: { text: 'Changed' } });
    const outdated = { text: 'Of another device', version: before };
    assert.equal((await ada.error(testItems.update, { params, body: outdated })).status, 409);
  }
});

test('after many restores, an item that an earlier version of the kit has deleted can be imported', async () => {
  const { ada, params } = await personWithItem();
  await restoreOften();
  const exported = await readExport(ada);
  await ada.call(testItems.remove, { params });
  await server.query.updateTable('deletions').set({ version: null }).execute();
  assert.equal((await importExport(ada, exported)).added, 1);
  const version = await versionOf(ada);
  assert.ok(version > 2);
  await ada.call(testItems.update, { params, body: { text: 'Changed', version } });
});

test('a backup with versions that PostgreSQL cannot store is restored', async () => {
  const { ada, params } = await personWithItem();
  const { item } = await ada.call(testItems.create, { body: { text: 'Deleted' } });
  await ada.call(testItems.remove, { params: { id: item.id } });
  await writeArchive(file, async (archive) => {
    for (const table of ['schema_migrations', ...tablesOf([testItemsServer])])
      await archive.addRows(table, (await server.everyRow(table as 'items')).map(enlarge));
    return {};
  });
  await restoreFile(server, file);

  const version = await versionOf(ada);
  await ada.call(testItems.update, { params, body: { text: 'Changed', version } });
  await ada.call(testItems.restore, { params: { id: item.id } });
  assert.equal((await ada.call(testItems.list)).items.length, 2);
});

async function personWithItem() {
  const ada = await server.signUp();
  const { item } = await ada.call(testItems.create, { body: { text: 'First' } });
  const params = { id: item.id };
  await ada.call(testItems.update, { params, body: { text: 'Second' } });
  return { ada, params };
}

/** Simulates so many restores that the numbers of changes exceed 32 bits. */
async function restoreOften() {
  for (let restores = 0; restores < 3; restores++) {
    await backUp(server.config, blobs, [testItemsServer], file);
    await restoreFile(server, file);
  }
}

const versionOf = async (person: Person) =>
  (await person.call(testItems.list)).items[0]?.version ?? Number.NaN;

/** Gives a row of a backup, and a deleted row that can be restored, a large version. */
function enlarge(row: Record<string, unknown>) {
  const version = LARGE_VERSION;
  const kept = row.kept_row as string | null | undefined;
  const kept_row = kept && JSON.stringify({ ...JSON.parse(kept), version });
  return { ...row, ...('version' in row && { version }), ...(kept_row && { kept_row }) };
}
