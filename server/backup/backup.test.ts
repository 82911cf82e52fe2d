import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import {
  createItemWithPhoto,
  restoreFile,
  startWithBackups,
  uploadPhoto,
} from '#server/testing/backups.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { backUp } from './backup.ts';
import { tablesOf } from './format.ts';
import { writeArchive } from './write-archive.ts';

const tables = tablesOf([testItemsServer]);
const { folder, server, blobs } = await startWithBackups();

test('a restore brings back items, photos and passwords', async () => {
  const file = join(folder, 'first.tgz');
  const ada = await server.signUp();
  const { filePath } = await uploadPhoto(ada);
  const content = 'Line\nbreaks, "quotes", \u2028 separators and 𝒔𝒚𝒎𝒃𝒐𝒍𝒔 must come back';
  const { item } = await ada.call(testItems.create, {
    body: { text: content, photo_path: filePath },
  });
  const photo = await blobs.get(filePath);

  await backUp(server.config, blobs, [testItemsServer], file);
  await ada.call(testItems.remove, { params: { id: item.id } });
  await ada.call(kit.updateProfile, { body: { first_name: 'Changed', last_name: 'Later' } });
  await server.restart(async () => {
    const database = await openDatabase(server.config, [testItemsServer]);
    try {
      await restoreFile({ config: server.config, running: { database } }, file);
    } finally {
      await database.close();
    }
  });

  assert.deepEqual((await ada.call(testItems.list)).items, [item]);
  assert.deepEqual(await blobs.get(filePath), photo);
  const { user } = await server.call(kit.login, {
    body: { email: ada.email, password: ada.password },
  });
  assert.equal(user.first_name, ada.user.first_name);
});

test('a backup can be restored on the other engine and back without loss', async () => {
  const ada = await server.signUpByEmail();
  await server.register();
  await server.waitForMail();
  const { filePath } = await uploadPhoto(ada);
  await ada.call(testItems.create, { body: { text: 'Moves', photo_path: filePath } });
  const [there, back] = [join(folder, 'there.tgz'), join(folder, 'back.tgz')];
  const { totals } = await backUp(server.config, blobs, [testItemsServer], there);
  assert.equal(totals.rows.items, await server.count('items'));

  const sqlite = await startTestServer({ env: { DATABASE_URL: '' } });
  const other = await startTestServer();
  try {
    await restoreFile(sqlite, there);
    await backUp(sqlite.config, await openBlobs(sqlite.config), [testItemsServer], back);
    await restoreFile(other, back);
    for (const table of tables)
      assert.deepEqual(await sorted(other, table), await sorted(server, table));
    assert.deepEqual(
      await (await openBlobs(other.config)).get(filePath),
      await blobs.get(filePath),
    );
  } finally {
    await sqlite.stop();
    await other.stop();
  }
});

test('after a restore, devices with later changes load everything again', async () => {
  const file = join(folder, 'earlier.tgz');
  const other = await startTestServer();
  try {
    const ada = await other.signUp();
    await ada.call(testItems.create, { body: { text: 'in the backup' } });
    await backUp(other.config, await openBlobs(other.config), [testItemsServer], file);
    await ada.call(testItems.create, { body: { text: 'lost' } });
    await restoreFile(other, file);
    for (const since of ['0', '1', '2'])
      assert.equal((await ada.call(kit.changes, { query: { since } })).reset, true);
    const { seq } = await ada.call(kit.changes, { query: { since: '0' } });
    await ada.call(testItems.create, { body: { text: 'afterwards' } });
    const { changes, reset } = await ada.call(kit.changes, { query: { since: String(seq) } });
    assert.equal(reset, false);
    assert.equal(changes.items?.items.length, 1);
  } finally {
    await other.stop();
  }
});

test('a restore removes the photos of the rows it replaces', async () => {
  const file = join(folder, 'empty.tgz');
  const other = await startTestServer();
  try {
    await backUp(other.config, await openBlobs(other.config), [testItemsServer], file);
    const { photo_path } = await createItemWithPhoto(await other.signUp());
    await restoreFile(other, file);
    await other.restart();
    await waitFor(
      'its bytes are gone',
      async () => !(await other.storedFiles()).includes(photo_path),
    );
  } finally {
    await other.stop();
  }
});

test('a missing photo is counted, and everything else is backed up', async () => {
  const file = join(folder, 'lost.tgz');
  const ada = await server.signUp();
  const { filePath } = await uploadPhoto(ada);
  await blobs.remove(filePath);
  const { missing, totals } = await backUp(server.config, blobs, [testItemsServer], file);
  assert.equal(missing, 1);
  assert.equal(totals.rows.users, await server.count('users'));
});

test('a restore with invalid rows changes nothing', async () => {
  const file = join(folder, 'rejected.tgz');
  const session = { token_hash: 'x', user_id: 'nobody', created_at: 'x', expires_at: 'x' };
  const migrations = await appliedMigrations();
  await writeArchive(file, async (archive) => {
    await archive.addRows('schema_migrations', migrations);
    await archive.addRows('secrets', [{ name: 'new', value: 'x' }]);
    await archive.addRows('sessions', [session]);
    return {};
  });
  const before = await everything(server);
  await assert.rejects(restoreFile(server, file), /foreign key/i);
  assert.deepEqual(await everything(server), before);
});

test('a restore across an incompatible migration fails and changes nothing', async () => {
  const file = join(folder, 'schema.tgz');
  const migrations = await appliedMigrations();
  const before = await everything(server);
  for (const others of [migrations.slice(1), [...migrations, { ...migrations[0], name: '9999' }]]) {
    await writeArchive(file, async (archive) => {
      await archive.addRows('schema_migrations', others);
      await archive.addRows('secrets', [{ name: 'new', value: 'x' }]);
      return {};
    });
    await assert.rejects(restoreFile(server, file), /another database schema/);
  }
  assert.deepEqual(await everything(server), before);
});

test('data that an unregistered feature left in the database does not prevent a restore elsewhere', async (t) => {
  const file = join(folder, 'left.tgz');
  await sql`insert into schema_migrations (feature, name, compatible, applied_at)
    values ('gone', '0001-gone', 0, '')`.execute(server.query);
  t.after(() => sql`delete from schema_migrations where feature = 'gone'`.execute(server.query));
  await backUp(server.config, blobs, [testItemsServer], file);
  const other = await startTestServer();
  t.after(other.stop);
  await restoreFile(other, file);
  assert.equal(await other.count('users'), await server.count('users'));
});

async function appliedMigrations() {
  const { rows } = await sql<Record<string, unknown>>`
    select * from schema_migrations order by compatible, name`.execute(server.query);
  return rows;
}

async function everything(target: TestServer) {
  await target.waitForSweep();
  return Promise.all([...tables.map((table) => sorted(target, table)), target.storedFiles()]);
}

async function sorted(target: TestServer, table: keyof Schema) {
  // A restore changes these numbers on purpose, so that devices load everything again.
  const withoutNumbers = { change_seq: undefined, complete_since_seq: undefined };
  return (await target.everyRow(table))
    .map((row) => JSON.stringify({ ...row, ...withoutNumbers }))
    .sort();
}
