import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { databaseFile } from './database-file.ts';
import { openDatabase } from './open-database.ts';

test('a new data folder gets app.db, even beside the databases of other programs', async (t) => {
  const folder = await newFolder(t);
  const other = new DatabaseSync(join(folder, 'other.db'));
  other.exec('create table users (id integer)');
  other.close();
  await writeFile(join(folder, 'text.db'), 'This is no database. '.repeat(100));
  assert.equal(basename(databaseFile(folder)), 'app.db');
  assert.equal(basename(databaseFile(join(folder, 'missing'))), 'app.db');
});

test('a data folder of an earlier version keeps the name of its database', async (t) => {
  const folder = await newFolder(t);
  const open = () => openDatabase(readConfig({ DATA_DIR: folder, DATABASE_URL: '' }), []);
  const before = await open();
  await before.query.insertInto('secrets').values({ name: 'kept', value: 'yes' }).execute();
  await before.close();
  await rename(join(folder, 'app.db'), join(folder, 'earlier.db'));

  assert.equal(basename(databaseFile(folder)), 'earlier.db');
  const after = await open();
  t.after(after.close);
  const kept = after.query.selectFrom('secrets').select('value').where('name', '=', 'kept');
  assert.equal((await kept.executeTakeFirst())?.value, 'yes');
});

async function newFolder(t: { after(work: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
