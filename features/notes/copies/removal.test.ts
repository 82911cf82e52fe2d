import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { app } from '#app';
import { lacksGit } from '#tests/support/find-program.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { signUp, statusOf } from '#tests/support/smoke.ts';

test('npm run remove-demo leaves a kit that type-checks, lints, has no unused code, builds and works', async (t) => {
  const skip = lacksGit();
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...args: string[]) => kit.output('git', ...author, ...args);
  const removeDemo = (...flags: string[]) =>
    kit.output('node', 'scripts/product/remove-demo.ts', ...flags);
  const changedFiles = () => git('status', '--porcelain');
  const start = (port = '') =>
    kit.start({ DATA_DIR: join(kit.folder, 'data'), PORT: port }, { main: 'server/main.ts' });
  const read = (file: string) => readFileSync(join(kit.folder, file), 'utf8');

  let server = await start();
  t.after(() => server.child.kill('SIGKILL'));
  await server.listening();
  const person = await signUp(server.url);
  const photo_path = await person.upload();
  await person.call('POST', '/api/notes', { title: 'A note', content: 'A text', photo_path });
  server.child.kill();
  await server.ended;

  await t.test('without a git repository it changes nothing, unless it is forced', async () => {
    await assert.rejects(removeDemo(), /Nothing was changed\. This folder is not a git repository/);
    assert.match(read('features/client.ts'), /notes/);
  });
  if (!skip) {
    await git('init', '--quiet');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'Start');
  }
  await t.test(
    'a dry run lists what it would remove and change, and changes nothing',
    { skip },
    async () => {
      const plan = await removeDemo('--dry-run');
      for (const line of [
        /^ {2}features\/notes\/ {2}\d+ files$/m,
        /^ {2}features\/demo\/ {2}\d+ files$/m,
        /^ {2}bench\/peers\/ {2}\d+ files$/m,
        /^ {2}docs\/reports\/ {2}\d+ files$/m,
        /^ {2}client\/public\/pictures\/notes-wide-light\.webp$/m,
        /^ {2}README\.md$/m,
        /^ {2}features\/contract\.ts$/m,
        /^ {2}package\.json$/m,
      ])
        assert.match(plan, line);
      assert.equal(await changedFiles(), '');
    },
  );
  await t.test('changes that are not committed are not removed', { skip }, async () => {
    kit.replace('features/notes/contract.ts', '1000', '2000');
    await assert.rejects(
      removeDemo(),
      /Nothing was changed\.[\s\S]* M features\/notes\/contract\.ts/,
    );
    await git('checkout', '--quiet', 'features');
    assert.equal(await changedFiles(), '');
  });
  await t.test(
    'it changes nothing while a merge has conflicts, not even if it is forced',
    async () => {
      const before = read('features/server.ts');
      kit.replace(
        'features/server.ts',
        '  notesServer,',
        '<<<<<<< HEAD\n=======\n  notesServer,\n>>>>>>> kit/main',
      );
      await assert.rejects(
        removeDemo('--force'),
        /Nothing was changed\. Solve the conflicts in these files first:\n {2}features\/server\.ts\n/,
      );
      assert.match(read('features/client.ts'), /notes/);
      writeFileSync(join(kit.folder, 'features/server.ts'), before);
    },
  );
  await t.test('it says what to do with an existing database, and removes itself', async () => {
    assert.match(
      await removeDemo(...(skip ? ['--force'] : [])),
      /The demo is removed\.[\s\S]*The table "notes" stays/,
    );
    assert.doesNotMatch(read('package.json'), /remove-demo/);
  });
  await t.test('what is about the kit is gone, and nothing leads to it', async () => {
    for (const folder of ['bench/peers', 'docs/reports', 'client/public/pictures'])
      assert.ok(!existsSync(join(kit.folder, folder)), folder);
    // Decisions tell why it was there, tests of the kit itself remove it, and git ignores results.
    const others = /^(docs\/decisions|tests\/copies|bench\/results)\//;
    const mentions = kit
      .files()
      .filter((file) => !others.test(file))
      .filter((file) => /bench\/peers|docs\/reports|platforms\.webp/.test(read(file)));
    assert.deepEqual(mentions, []);
    assert.match(read('README.md'), /`features\/`\.\n\n## Start\n/);
    const checks = ['documents', 'commands'].map((name) => `scripts/check/${name}.test.ts`);
    await kit.run('node', '--test', ...checks);
  });

  kit.replace('app.config.ts', /sourceUrl: .*,/, 'sourceUrl: undefined as string | undefined,');
  await t.test('types', () => kit.checkTypes());
  await t.test('lint and format', () => kit.lint());
  await t.test('no unused code', () =>
    kit.run('knip', '--no-progress', '--treat-config-hints-as-errors'),
  );
  await t.test('build', () => kit.run('node', 'scripts/build/build.ts'));
  await t.test('the home page has the tagline and links to sign-up and sign-in', () => {
    const html = read('dist/index.html');
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
    assert.ok(main.includes(`>${app.tagline}</h1>`));
    assert.match(main, /href="\/signup"[\s\S]*href="\/login"/);
    assert.doesNotMatch(html, /Source code|git clone/);
    for (const page of ['index', 'about', 'help'])
      assert.doesNotMatch(read(`dist/${page}.html`), /\bnotes?\b/i, page);
  });
  await t.test(
    "on the demo's database, users can sign up and sign in; the notes are gone",
    async () => {
      server = await start(new URL(server.url).port);
      await server.listening();
      const newcomer = await signUp(server.url);
      assert.equal((await newcomer.call('GET', '/api/auth/me')).user.email, newcomer.email);
      assert.equal((await person.call('GET', '/api/auth/me')).user.email, person.email);
      assert.equal(await person.photoStatus(photo_path), 200);
      for (const path of ['/', '/login', '/profile'])
        assert.equal(await statusOf(server, path), 200);
      for (const path of ['/notes', '/api/notes', '/pictures/notes-wide-light.webp'])
        assert.equal(await statusOf(server, path), 404, path);
      server.child.kill();
      assert.equal((await server.ended).code, 0);
    },
  );
});
