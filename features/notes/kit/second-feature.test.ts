import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { registerLike } from '#tooling/feature-registration.ts';
import { copyKit } from '#tooling/kit-copy.ts';
import { signUp, statusOf } from '#tooling/smoke.ts';
import { waitFor } from '#tooling/wait-for.ts';
import { addScreenWithParameter, testScreenWithParameter } from './screen-with-parameter.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';

test('a copy of features/notes as features/tasks works beside it, and both keep their photos', async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  copyFeature(kit.folder);
  assert.ok(registerLike(kit.folder, 'notes', asTasks).length > 0);
  addScreenWithParameter(kit);
  await t.test('types; a wrong path or a missing parameter is an error', () => kit.run('tsc'));
  await t.test('build', () => kit.run('node', 'scripts/build.ts'));

  const data = join(kit.folder, 'data');
  let server = await kit.start({ DATA_DIR: data }, { main: 'server/main.ts' });
  t.after(() => server.child.kill('SIGKILL'));
  await server.listening();
  const person = await signUp(server.url);
  const photos: string[] = [];

  await t.test('each has its screen and stores its own entries', async () => {
    for (const [name, entry, screen] of [
      ['notes', 'note', '/notes'],
      ['tasks', 'task', '/tasks/1'],
    ] as const) {
      assert.equal(await statusOf(server, screen), 200);
      const photo_path = await person.upload();
      photos.push(photo_path);
      const body = { title: `A ${entry}`, content: 'With a photo', photo_path };
      const created = await person.call('POST', `/api/${name}`, body);
      assert.equal(created[entry].title, `A ${entry}`);
      const listed = await person.call('GET', `/api/${name}`);
      assert.deepEqual(
        listed[name].map(({ title }: { title: string }) => title),
        [`A ${entry}`],
      );
    }
  });

  await t.test('a screen gets the parameter of its path, also offline', () =>
    testScreenWithParameter(server.url),
  );

  await t.test(
    'the sweep removes an upload that nothing shows, and leaves the photos of both',
    async () => {
      const orphan = await person.upload();
      server.child.kill();
      assert.equal((await server.ended).code, 0);
      const database = new DatabaseSync(join(data, 'app.db'));
      const age = 'update files set created_at = ?1, used_at = iif(used_at is null, null, ?1)';
      database.prepare(age).run(LONG_AGO);
      database.close();
      server = await kit.start(
        { DATA_DIR: data, PORT: new URL(server.url).port },
        { main: 'server/main.ts' },
      );
      await server.listening();
      await waitFor('the orphan is gone', async () => (await person.photoStatus(orphan)) === 404);
      for (const photo of photos) assert.equal(await person.photoStatus(photo), 200);
    },
  );
});

function copyFeature(folder: string) {
  for (const file of globSync('features/notes/**/*.*', { cwd: folder })) {
    const target = join(folder, asTasks(file));
    mkdirSync(dirname(target), { recursive: true });
    const isText = /\.(ts|tsx|css|json|md)$/.test(file);
    const source = readFileSync(join(folder, file));
    writeFileSync(target, isText ? asTasks(source.toString()) : source);
  }
}

/** Replaces the name in every form it has: notes, Note, NOTE_LIMIT, createNote. "Notebook" is the name of an icon. */
function asTasks(text: string) {
  return text
    .replaceAll('note', 'task')
    .replaceAll(/Note(?!book)/g, 'Task')
    .replaceAll('NOTE', 'TASK');
}
