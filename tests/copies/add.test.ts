import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { signUp, statusOf } from '#tests/support/smoke.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { testItemForms } from './item-form.ts';
import { addOrder, testOrder } from './item-order.ts';
import { addScreenWithParameter, testScreenWithParameter } from './screen-with-parameter.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';
const TASKS = ['tasks', 'title:text', 'done:boolean', 'due:date?', 'photo?'];
const STOCK_ENTRIES = [
  ...['stock-entries', 'name:text', 'remarks:longtext?', 'price:number', 'weight:number?'],
  ...['size:select(small|extra_large)', 'colour:select(red|2_tone)?', 'bought_on:date'],
];

const skip = existsSync('features/tasks') && 'features/tasks exists already';

test('two added features pass every check and their own tests, and work beside each other', {
  skip,
}, async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  const add = (...words: string[]) => kit.run('node', 'scripts/add/add.ts', ...words, '--force');

  await t.test('a dry run writes nothing', async () => {
    await add(...TASKS, '--dry-run');
    assert.ok(!existsSync(join(kit.folder, 'features/tasks')));
  });
  await t.test('add', async () => {
    await add(...TASKS);
    await add(...STOCK_ENTRIES);
    await assert.rejects(add(...TASKS), /tasks cannot be used: features\/tasks\/ exists/);
    await assert.rejects(
      add('files', 'title:text'),
      /files cannot be used: there is a table files/,
    );
    await assert.rejects(add('rows', 'title:text', 'when:time'), /when has the unknown type time/);
  });
  await t.test('lint and format', () => kit.lint());
  await t.test('file sizes and imports', () => kit.run('node', 'scripts/check/check-sources.ts'));
  await t.test('tests of the API', () => {
    const cwd = kit.folder;
    const tests = globSync('features/{tasks,stock-entries}/server.test.ts', { cwd });
    assert.equal(tests.length, 2);
    return kit.run('node', '--test', ...tests, 'server/feature.test.ts');
  });
  addScreenWithParameter(kit);
  addOrder(kit);
  await t.test('types; a wrong path or a missing parameter is an error', () => kit.checkTypes());
  await t.test('build', () => kit.run('node', 'scripts/build/build.ts'));

  const env = { DATA_DIR: join(kit.folder, 'data') };
  let server = await kit.start(env, { main: 'server/main.ts' });
  t.after(() => server.child.kill('SIGKILL'));
  await server.listening();
  const person = await signUp(server.url);
  const photo_path = await person.upload();

  await t.test('each has its screen and stores its own entries', async () => {
    for (const screen of ['/tasks', '/tasks/1', '/stock-entries'])
      assert.equal(await statusOf(server, screen), 200);
    const task = { title: 'Water the plants', done: true, due: '2026-11-17', photo_path };
    await person.call('POST', '/api/tasks', task);
    const entry = { name: 'Bolt', price: 0.1, size: 'extra_large', bought_on: '2026-02-28' };
    await person.call('POST', '/api/stock-entries', entry);
    const { tasks } = await person.call('GET', '/api/tasks');
    const { stock_entries } = await person.call('GET', '/api/stock-entries');
    assert.deepEqual([{ ...tasks[0], ...task }], tasks);
    const missing = { remarks: '', weight: null, colour: null };
    assert.deepEqual([{ ...stock_entries[0], ...entry, ...missing }], stock_entries);
    const other = await signUp(server.url);
    assert.deepEqual((await other.call('GET', '/api/tasks')).tasks, []);
    await assert.rejects(other.call('PUT', `/api/tasks/${tasks[0].id}`, task), /returned 40[04]/);
  });

  await t.test('the version without them can run on their tables', () => {
    const database = new DatabaseSync(join(env.DATA_DIR, 'app.db'), { readOnly: true });
    const count = `select count(*) as features from schema_migrations
      where feature in ('tasks', 'stock-entries') and compatible = 1`;
    assert.equal(database.prepare(count).get()?.features, 2);
    database.close();
  });

  await t.test('a screen gets the parameter of its path, even offline', () =>
    testScreenWithParameter(server.url),
  );

  await t.test('the form does not move while its code loads, and reports missing values', () =>
    testItemForms(server.url),
  );

  await t.test('a list offers the sort orders that its feature adds', () => testOrder(server.url));

  await t.test('the sweep removes an unused upload and keeps the photo of an item', async () => {
    const orphan = await person.upload();
    server.child.kill();
    assert.equal((await server.ended).code, 0);
    const database = new DatabaseSync(join(env.DATA_DIR, 'app.db'));
    const age = 'update files set created_at = ?1, used_at = iif(used_at is null, null, ?1)';
    database.prepare(age).run(LONG_AGO);
    database.close();
    const PORT = new URL(server.url).port;
    server = await kit.start({ ...env, PORT }, { main: 'server/main.ts' });
    await server.listening();
    await waitFor('the orphan is gone', async () => (await person.photoStatus(orphan)) === 404);
    assert.equal(await person.photoStatus(photo_path), 200);
  });
});
