import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '#server/config.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { InvalidSetting } from '#server/settings/read-setting.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { openDatabase } from './open-database.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

const server = await startTestServer();
after(server.stop);
const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
after(() => rm(folder, { recursive: true }));

test('deleting an account deletes everything it owns', async () => {
  const person = await server.signUpByEmail();
  const { filePath } = await person.call(kit.upload, { body: await pictureUpload() });
  await person.call(testItems.create, { body: { text: 'x', photo_path: filePath } });
  await server.query.deleteFrom('users').where('id', '=', person.user.id).execute();
  for (const table of ['sessions', 'account_tokens', 'items', 'files'] as const) {
    const rows = (await server.everyRow(table)) as { user_id: string }[];
    assert.ok(!rows.some(({ user_id }) => user_id === person.user.id), table);
  }
  assert.equal((await person.error(kit.me)).status, 401);
});

test('uncommitted changes are invisible to other reads', async () => {
  const { query, prepare } = server.running.database;
  const secrets = prepare((query, value) =>
    query.selectFrom('secrets').select('value').where('name', '=', value('name')),
  );
  await query
    .transaction()
    .execute(async (transaction) => {
      await transaction.insertInto('secrets').values({ name: 'x', value: 'x' }).execute();
      assert.deepEqual(await secrets({ name: 'x' }), []);
      throw new Error('changed my mind');
    })
    .catch(() => {});
  assert.deepEqual(await secrets({ name: 'x' }), []);
});

test('SQLite uses WAL with full sync, so that acknowledged writes survive a power failure', async () => {
  const { query, close } = openSqlite(join(folder, 'pragmas'));
  const value = async (pragma: 'journal_mode' | 'synchronous' | 'foreign_keys') => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(query);
    return rows[0]?.[pragma];
  };
  assert.equal(await value('journal_mode'), 'wal');
  assert.equal(await value('synchronous'), 2);
  assert.equal(await value('foreign_keys'), 1);
  await close();
});

test('a database that cannot be used stops the start with one line that names the setting', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'x');
  await writeFile(join(folder, 'app.db'), 'This is no database. '.repeat(100));
  const unusable = [
    [{ DATA_DIR: file }, 'DATA_DIR'],
    [{ DATA_DIR: folder }, 'DATA_DIR'],
    [{ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/app' }, 'DATABASE_URL'],
  ] as const;
  for (const [env, name] of unusable)
    await assert.rejects(openDatabase(readConfig(env), []), (error) => namesSetting(error, name));
  await assert.rejects(openBlobs({ s3: undefined, dataDir: file }), (error) =>
    namesSetting(error, 'DATA_DIR'),
  );
});

test('both engines return times as ISO 8601 text, and counts and versions as numbers', async () => {
  const person = await server.signUp();
  await person.call(testItems.create, { body: { text: 'x' } });
  const [row] = (await server.everyRow('items')) as Schema['items'][];
  assert.match(row?.created_at ?? '', /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  assert.equal(row?.version, 1);
});

function namesSetting(error: unknown, name: string) {
  assert.ok(error instanceof InvalidSetting, String(error));
  assert.match(error.message, new RegExp(`^${name}:? [^\\r\\n]+$`));
  assert.doesNotMatch(error.message, /secret/);
  return true;
}
