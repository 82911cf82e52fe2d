import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFeature } from '#tooling/feature-registration.ts';
import { copyKit } from '#tooling/kit-copy.ts';
import { signUp, statusOf } from '#tooling/smoke.ts';

test('without features/notes and its registration lines the kit type-checks, lints, has no unused code, builds and works', async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  const changed = removeFeature(kit.folder, 'notes');
  assert.ok(changed.length > 0 && changed.length <= 4, `changed: ${changed.join(', ')}`);

  await t.test('types', () => kit.run('tsc'));
  await t.test('lint and format', () => kit.run('biome', 'check', '--error-on-warnings'));
  await t.test('no unused code', () => kit.run('knip', '--no-progress'));
  kit.replace('app.config.ts', /sourceUrl: .*,/, 'sourceUrl: undefined as string | undefined,');
  await t.test('build', () => kit.run('node', 'scripts/build.ts'));
  await t.test('a home page without the address of the source does not link to it', () => {
    const html = readFileSync(join(kit.folder, 'dist/index.html'), 'utf8');
    assert.match(html, />npm start</);
    assert.doesNotMatch(html, /Source code|git clone/);
  });
  await t.test(
    'a person signs up, confirms and signs in; the screens of notes are gone',
    async () => {
      const server = await kit.start(
        { DATA_DIR: join(kit.folder, 'data') },
        { main: 'server/main.ts' },
      );
      t.after(() => server.child.kill('SIGKILL'));
      await server.listening();
      const person = await signUp(server.url);
      const { user } = await person.call('GET', '/api/auth/me');
      assert.equal(user.email, person.email);
      for (const path of ['/', '/login', '/profile'])
        assert.equal(await statusOf(server, path), 200);
      for (const path of ['/notes', '/api/notes']) assert.equal(await statusOf(server, path), 404);
      server.child.kill();
      assert.equal((await server.ended).code, 0);
    },
  );
});
