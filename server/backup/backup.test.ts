import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { type Person, startTestServer, type TestServer } from '#server/testing/harness.ts';
import { items } from '#server/testing/items/feature.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { waitFor } from '#tooling/wait-for.ts';
import { backUp } from './backup.ts';
import { tablesOf } from './format.ts';
import { openArchive } from './read-archive.ts';
import { restore } from './restore.ts';
import { writeArchive } from './write-archive.ts';

const tables = tablesOf([items]);
let folder: string;
let server: TestServer;
let blobs: Blobs;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  server = await startTestServer();
  blobs = await openBlobs(server.config);
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('a backup brings back items, photos and passwords as they were', async () => {
  const file = join(folder, 'first.tgz');
  const ada = await server.signUp();
  const { filePath } = await upload(ada);
  const content = 'Line\nbreaks, "quotes", \u2028 separators and 𝒔𝒚𝒎𝒃𝒐𝒍𝒔 must come back';
  const { item } = await ada.call('createItem', {
    body: { text: content, photo_path: filePath },
  });
  const photo = await blobs.get(filePath);

  await backUp(server.config, blobs, [items], file);
  await ada.call('deleteItem', { params: { id: item.id } });
  await ada.call('updateProfile', { body: { first_name: 'Changed', last_name: 'Later' } });
  await server.restart(async () => {
    const database = await openDatabase(server.config, [items]);
    try {
      await restoreFile({ config: server.config, running: { database } }, file);
    } finally {
      await database.close();
    }
  });

  assert.deepEqual((await ada.call('listItems')).items, [item]);
  assert.deepEqual(await blobs.get(filePath), photo);
  const { user } = await server.call('login', {
    body: { email: ada.email, password: ada.password },
  });
  assert.equal(user.first_name, ada.user.first_name);
});

test('a backup moves everything to SQLite, and one of SQLite everything back', async () => {
  const ada = await server.signUp();
  const { filePath } = await upload(ada);
  await ada.call('createItem', { body: { text: 'Moves', photo_path: filePath } });
  const [there, back] = [join(folder, 'there.tgz'), join(folder, 'back.tgz')];
  const { totals } = await backUp(server.config, blobs, [items], there);
  assert.equal(totals.rows.items, await server.count('items'));

  const sqlite = await startTestServer({ env: { DATABASE_URL: '' } });
  const other = await startTestServer();
  try {
    await restoreFile(sqlite, there);
    await backUp(sqlite.config, await openBlobs(sqlite.config), [items], back);
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

test('a backup taken while people write is a state that existed, and no write waits or is lost', async () => {
  const file = join(folder, 'busy.tgz');
  const people = await Promise.all([server.signUp(), server.signUp()]);
  let writing = true;
  const writers = people.map(async (person) => {
    const ids: string[] = [];
    while (writing) {
      const { filePath } = await upload(person);
      const body = { text: 'Busy', photo_path: filePath };
      const { item } = await person.call('createItem', { body });
      await person.call('deleteItem', { params: { id: item.id } });
      ids.push((await person.call('createItem', { body: { text: 'Stays' } })).item.id);
    }
    return ids;
  });
  const { missing } = await backUp(server.config, blobs, [items], file);
  writing = false;
  const acknowledged = (await Promise.all(writers)).flat();

  assert.equal(missing, 0);
  const stored = (await server.everyRow('items')).map(({ id }) => id);
  assert.deepEqual(
    acknowledged.filter((id) => !stored.includes(id)),
    [],
  );
  const other = await startTestServer();
  try {
    await restoreFile(other, file);
    await allPhotosAreThere(other);
  } finally {
    await other.stop();
  }
});

test('what is written after a backup began is not in it', async () => {
  const file = join(folder, 'moment.tgz');
  const ada = await server.signUp();
  await upload(ada);
  const before = await server.count('items');
  let meanwhile = 0;
  const writesFirst: Blobs = {
    ...blobs,
    async get(name) {
      await ada.call('createItem', { body: { text: 'Meanwhile' } });
      meanwhile++;
      return blobs.get(name);
    },
  };
  const { totals } = await backUp(server.config, writesFirst, [items], file);
  assert.ok(meanwhile > 0);
  assert.equal(totals.rows.items, before);
  assert.equal(await server.count('items'), before + meanwhile);
});

test('photos removed while a backup runs leave neither an item without its photo nor bytes without an owner', async () => {
  const file = join(folder, 'removed.tgz');
  const ada = await server.signUp();
  const [one, two] = [await itemWithPhoto(ada), await itemWithPhoto(ada)];
  const copied: string[] = [];
  const removesBoth: Blobs = {
    ...blobs,
    async get(name) {
      const bytes = await blobs.get(name);
      const mine = [one, two].find(({ photo_path }) => photo_path === name);
      if (!mine || copied.length > 0) return bytes;
      // The first of the two is copied, then both go.
      copied.push(name);
      for (const { id } of [one, two]) await ada.call('deleteItem', { params: { id } });
      await waitFor('the bytes are gone', async () => {
        const left = await Promise.all([one, two].map(({ photo_path }) => blobs.get(photo_path)));
        return left.every((bytes) => !bytes);
      });
      return bytes;
    },
  };
  const { missing, totals } = await backUp(server.config, removesBoth, [items], file);
  assert.equal(missing, 0);
  assert.equal(totals.rows.removed_blobs, 1);

  const other = await startTestServer();
  try {
    await restoreFile(other, file);
    assert.ok(!(await other.everyRow('items')).some(({ id }) => id === one.id || id === two.id));
    await allPhotosAreThere(other);
    await other.restart();
    await waitFor('the sweeper removed the copied one', async () => {
      const stored = await other.storedFiles();
      return !copied.some((name) => stored.includes(name));
    });
  } finally {
    await other.stop();
  }
});

test('a restore removes the photos of what it replaces', async () => {
  const file = join(folder, 'empty.tgz');
  const other = await startTestServer();
  try {
    await backUp(other.config, await openBlobs(other.config), [items], file);
    const { photo_path } = await itemWithPhoto(await other.signUp());
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

test('a photo lost from the store is counted, and everything else is backed up', async () => {
  const file = join(folder, 'lost.tgz');
  const ada = await server.signUp();
  const { filePath } = await upload(ada);
  await blobs.remove(filePath);
  const { missing, totals } = await backUp(server.config, blobs, [items], file);
  assert.equal(missing, 1);
  assert.equal(totals.rows.users, await server.count('users'));
});

test('rows that the database rejects change nothing', async () => {
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

test('a backup from before or after an incompatible migration is rejected, and changes nothing', async () => {
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

test('a table that this version does not know is reported', async (t) => {
  const { unknownTables: before } = await backUp(
    server.config,
    blobs,
    [items],
    join(folder, 'known.tgz'),
  );
  assert.deepEqual(before, []);
  await server.query.schema.createTable('of_somebody_else').addColumn('x', 'text').execute();
  t.after(() => server.query.schema.dropTable('of_somebody_else').execute());
  const { unknownTables } = await backUp(
    server.config,
    blobs,
    [items],
    join(folder, 'unknown.tgz'),
  );
  assert.deepEqual(unknownTables, ['of_somebody_else']);
});

async function appliedMigrations() {
  const { rows } = await sql<Record<string, unknown>>`
    select * from schema_migrations order by compatible, name`.execute(server.query);
  return rows;
}

async function restoreFile(
  target: { config: Config; running: { database: Database } },
  file: string,
) {
  const archive = await openArchive(file, [items]);
  try {
    await restore(target.running.database, await openBlobs(target.config), archive);
  } finally {
    await archive.close();
  }
}

async function itemWithPhoto(person: Person) {
  const { filePath } = await upload(person);
  const body = { text: 'With a photo', photo_path: filePath };
  const { item } = await person.call('createItem', { body });
  return { id: item.id, photo_path: filePath };
}

async function upload(person: Person) {
  return person.call('upload', { body: await pictureUpload() });
}

async function allPhotosAreThere(target: TestServer) {
  const stored = await target.storedFiles();
  const named = [
    ...(await target.everyRow('files')).map(({ path }) => path),
    ...(await target.everyRow('items')).flatMap(({ photo_path }) => photo_path ?? []),
  ];
  assert.deepEqual(
    named.filter((name) => !stored.includes(name)),
    [],
  );
}

async function everything(target: TestServer) {
  await target.waitForSweep();
  return Promise.all([...tables.map((table) => sorted(target, table)), target.storedFiles()]);
}

async function sorted(target: TestServer, table: keyof Schema) {
  return (await target.everyRow(table)).map((row) => JSON.stringify(row)).sort();
}
