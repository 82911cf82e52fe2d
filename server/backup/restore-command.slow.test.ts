import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { features } from '#features/server.ts';
import { databaseFile } from '#server/database/database-file.ts';
import { uploadPhoto } from '#server/testing/backups.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { runRestore } from '#server/testing/restore-command.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import type { Row } from './read-rows.ts';
import { writeArchive } from './write-archive.ts';

// Enough data that a restore can be killed in each of its steps.
const ROWS = 20_000;
const PHOTOS = 60;
const PHOTO_BYTES = 20_000;

const folder = await mkdtemp(join(tmpdir(), 'restore-test-'));
const server = await startTestServer({ features: features as never[] });
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
const { config } = server;
const photos = Array.from({ length: PHOTOS }, () => `${randomBytes(32).toString('base64url')}.png`);
const ada = await server.signUp();
const { filePath } = await uploadPhoto(ada);
await addSecrets();
const { rows: migrations } = await sql<Row>`select * from schema_migrations`.execute(server.query);
const other = join(folder, 'other.tgz');
await writeBackup(other, 'of-other');
const before = await everything();

const moments: [string, () => Promise<boolean>][] = [
  ['while the previous data are saved', async () => (await copies()).some(isUnfinished)],
  ['after they were saved', async () => (await copies()).some((name) => !isUnfinished(name))],
  ['while photos are stored', async () => (await storedPhotos()).length > 0],
  [
    'while rows are replaced',
    async () => (await storedPhotos()).length === PHOTOS && isReplacing(),
  ],
];

for (const [moment, isReached] of moments)
  test(`a restore that is killed ${moment} leaves the previous data, and the next start removes the rest`, async () => {
    await server.restart(async () => void (await runRestore(config, other, isReached)));
    await isAsBefore();
  });

test('a restore after a killed one succeeds, and leaves one copy, which can be restored', async () => {
  await server.restart(async () => {
    for (const [, isReached] of moments) await runRestore(config, other, isReached);
    const { code, printed } = await runRestore(config, other);
    assert.equal(code, 0, printed);
  });
  await waitFor('the previous photo is gone', async () => {
    const stored = await storedFiles();
    return !stored.includes(filePath);
  });
  assert.deepEqual(await storedFiles(), photos.toSorted());
  assert.deepEqual(
    (await server.everyRow('users')).map(({ id }) => id),
    ['of-other'],
  );
  const [copy = '', ...further] = await copies();
  assert.match(copy, /^before-restore-\d+\.tgz$/);
  assert.deepEqual(further, []);

  const saved = join(folder, 'saved.tgz');
  await server.restart(async () => {
    await rename(join(config.dataDir, copy), saved);
    const { code, printed } = await runRestore(config, saved);
    assert.equal(code, 0, printed);
    for (const name of await copies()) await rm(join(config.dataDir, name));
  });
  await isAsBefore();
});

test('a restore that fails on a row leaves neither a copy nor photos', async () => {
  const invalid = join(folder, 'invalid.tgz');
  await writeBackup(invalid, 'of-other', [{ user_id: 'nobody' }]);
  await server.restart(async () => {
    const { code, printed } = await runRestore(config, invalid);
    assert.equal(code, 1);
    assert.match(printed, /^[^\n]*foreign key[^\n]*\n$/i);
    assert.deepEqual(await copies(), []);
  });
  await isAsBefore();
});

test('a restore that is rejected because of the schema copies nothing', async () => {
  const refused = join(folder, 'refused.tgz');
  const changes: (string | null)[] = [];
  await writeArchive(refused, async (archive) => {
    await archive.addRows('schema_migrations', [
      { ...migrations[0], name: 'unknown', compatible: 0 },
    ]);
    return {};
  });
  const watcher = watch(config.dataDir, (_, name) => changes.push(name));
  await server.restart(async () => {
    const { code, printed } = await runRestore(config, refused);
    assert.equal(code, 1);
    assert.match(printed, /another database schema/);
  });
  watcher.close();
  assert.deepEqual(
    changes.filter((name) => name?.startsWith('before-restore')),
    [],
  );
  await isAsBefore();
});

/** Checks that the data are unchanged and usable, and that nothing else was left. */
async function isAsBefore() {
  await waitFor('what was left is gone', async () => {
    const stored = await storedFiles();
    return (await copies()).length === 0 && stored.length === 1;
  });
  assert.deepEqual(await everything(), before);
  await ada.call(kit.updateProfile, { body: { first_name: 'Ada', last_name: 'Lovelace' } });
  const headers = { Authorization: `Bearer ${ada.token}` };
  const response = await fetch(`${server.url}/api/file/files/${filePath}`, { headers });
  assert.equal(response.status, 200);
  await response.arrayBuffer();
}

async function everything() {
  const users = await server.everyRow('users');
  return {
    // A restore changes the numbers of changes on purpose.
    users: users.map(({ change_seq, complete_since_seq, ...user }) => ({ ...user })),
    files: (await server.everyRow('files')).map(({ path }) => path),
    secrets: (await server.everyRow('secrets')).map(({ name, value }) => name + value).sort(),
  };
}

async function addSecrets() {
  for (let first = 0; first < ROWS; first += 1000)
    await server.query
      .insertInto('secrets')
      .values(secrets('previous', first, 1000))
      .execute();
}

function secrets(prefix: string, first: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `${prefix}-${first + index}`,
    value: 'x'.repeat(200),
  }));
}

/** Writes a backup of another server, with one account, many photos and many rows. */
async function writeBackup(file: string, userId: string, invalidSessions: Row[] = []) {
  const [account] = await server.everyRow('users');
  const created_at = account?.created_at;
  await writeArchive(file, async (archive) => {
    for (const name of photos) await archive.addPhoto(name, randomBytes(PHOTO_BYTES));
    await archive.addRows('schema_migrations', migrations);
    await archive.addRows('users', [{ ...account, id: userId, email: 'other@example.com' }]);
    await archive.addRows(
      'files',
      photos.map((path) => ({
        path,
        user_id: userId,
        content_type: 'image/png',
        size_bytes: PHOTO_BYTES,
        created_at,
        used_at: created_at,
      })),
    );
    await archive.addRows('secrets', secrets('other', 0, ROWS));
    const session = { token_hash: 'x', created_at, expires_at: created_at };
    await archive.addRows(
      'sessions',
      invalidSessions.map((row) => ({ ...session, ...row })),
    );
    return {};
  });
}

function isUnfinished(name: string) {
  return name.endsWith('.part');
}

async function copies() {
  const names = await readdir(config.dataDir);
  return names.filter((name) => name.startsWith('before-restore-'));
}

/** Lists the stored files without an incomplete one, which the sweeper removes when it is too old to be in progress. */
async function storedFiles() {
  return (await server.storedFiles()).filter((name) => !isUnfinished(name));
}

async function storedPhotos() {
  return (await storedFiles()).filter((name) => photos.includes(name));
}

/** Tells whether a transaction is inserting rows. */
async function isReplacing() {
  if (config.databaseUrl) return (await inserts(config.databaseUrl)) > 0;
  const database = new DatabaseSync(databaseFile(config.dataDir), { timeout: 0 });
  try {
    database.exec('begin immediate');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

async function inserts(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database()
       and query like 'insert into "secrets"%' and state <> 'idle'`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
