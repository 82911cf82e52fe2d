import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { makeProduct } from '#tests/support/make-product.ts';
import { signUp, statusOf } from '#tests/support/smoke.ts';

test('a renamed kit without the demo and with two added features passes every check and works', async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  await t.test('rename, remove-demo and add run one after the other', () => makeProduct(kit));
  await t.test('types', () => kit.checkTypes());
  await t.test('lint and format', () => kit.lint());
  await t.test('file sizes and imports', () => kit.run('node', 'scripts/check/check-sources.ts'));
  await t.test('no unused code', () => kit.run('knip', '--no-progress'));
  await t.test('build', () => kit.run('node', 'scripts/build/build.ts'));
  await t.test('a user signs up and uses both features; the demo is gone', async () => {
    const env = { DATA_DIR: join(kit.folder, 'data') };
    const server = await kit.start(env, { main: 'server/main.ts' });
    t.after(() => server.child.kill('SIGKILL'));
    await server.listening();
    assert.match(await (await fetch(server.url)).text(), /<title>Almanac/);
    const person = await signUp(server.url);
    const photo_path = await person.upload();
    const { task } = await person.call('POST', '/api/tasks', { title: 'Read', photo_path });
    assert.deepEqual((await person.call('POST', `/api/tasks/${task.id}/finish`)).task, task);
    await person.call('POST', '/api/books', { title: 'Notes on the engine', pages: 66 });
    for (const path of ['/', '/tasks', '/tasks/1/steps', '/books', '/profile'])
      assert.equal(await statusOf(server, path), 200);
    for (const path of ['/notes', '/api/notes']) assert.equal(await statusOf(server, path), 404);
    server.child.kill();
    assert.equal((await server.ended).code, 0);
  });
});
