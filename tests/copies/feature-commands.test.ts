import assert from 'node:assert/strict';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { testLinkedItems } from './linked-items.ts';
import { testOlderVersion } from './older-version.ts';

const skip =
  ['plants', 'tasks', 'trips'].some((name) => existsSync(`features/${name}`)) &&
  'features of these names exist already';

/** Works in any copy, because nothing else imports it. */
const USES_TRIPS = `import { navigate } from '#client/shell/navigate.ts';\n\nnavigate('/trips');\n`;

test('a product with two linked kinds is made by commands only, and its tests pass', {
  skip,
}, async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  const add = (...words: string[]) => kit.run('node', 'scripts/add/add.ts', ...words, '--force');
  const addField = (...words: string[]) =>
    kit.run('node', 'scripts/add/add-field.ts', ...words, '--force');
  const remove = (...words: string[]) => kit.output('node', 'scripts/add/remove.ts', ...words);
  const PORT = String(await freePort());
  const status = () => kit.output('git', 'status', '--porcelain');
  await kit.run('git', 'init', '--quiet');
  writeFileSync(join(kit.folder, '.git/info/exclude'), 'node-compile-cache\n');

  async function commit() {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    await kit.run('git', 'add', '--all');
    await kit.run('git', ...author, 'commit', '--quiet', '--message', 'A step');
    assert.equal(await status(), '');
  }

  async function serve() {
    const env = { DATA_DIR: join(kit.folder, 'data'), PORT };
    const { child, url, ended, listening } = await kit.start(env, { main: 'server/main.ts' });
    await listening();
    async function stop() {
      child.kill();
      await ended;
    }
    return { url, stop, [Symbol.asyncDispose]: stop };
  }

  // Also if something else is wrong, because a killed command leaves files that the next one finds.
  await t.test('changes that are not committed stop a command, which says so in a line', () =>
    assert.rejects(kit.run('node', 'scripts/add/add.ts', 'users', 'title:text'), {
      message: /\nNothing was changed: there are changes that are not committed\. .+\n$/,
    }),
  );
  await t.test('features, fields, screens and endpoints', async () => {
    await add('plants', 'name:text', 'height:number(0..50.5 cm)?', '--icon', 'sprout');
    await add('trips', 'title:text', 'photo?');
    await add('tasks', 'title:text', 'plant:ref(plants)', 'contact:email?', 'site:url?');
    await addField('tasks', 'due:date?', 'notes:longtext?', 'parent:ref(tasks, keep)?');
    await addField('plants', 'indoors:boolean', '--default', 'true');
    for (const path of ['plants/:id/care', 'plants/archive'])
      await kit.run('node', 'scripts/add/add-screen.ts', path, '--force');
    for (const verb of ['water', 'move-out'])
      await kit.run('node', 'scripts/add/add-endpoint.ts', 'plants', verb, '--force');
    await commit();
  });
  await t.test('a feature that another one refers to is not removed', () =>
    assert.rejects(remove('plants'), {
      message: /because fields refer to it: features\/tasks\/contract\.ts \(plant\)\. /,
    }),
  );
  await t.test('if a removal would break types, nothing is changed', async () => {
    const file = join(kit.folder, 'features/tasks/uses-trips.ts');
    writeFileSync(file, USES_TRIPS);
    await commit();
    await assert.rejects(remove('trips'), { message: /has type errors.+\n.*uses-trips\.ts/ });
    assert.equal(await status(), '');
    rmSync(file);
    await commit();
  });
  await t.test('a feature is removed, and in a later release its table; types', async () => {
    await assert.rejects(remove('trips', '--drop-table'), { message: /is still there/ });
    assert.match(await remove('trips'), /npm run remove -- trips --drop-table/);
    assert.ok(!existsSync(join(kit.folder, 'features/trips')));
    await commit();
    assert.match(await remove('trips', '--drop-table', '--force'), /drops trips with all rows/);
  });
  await t.test('lint and format', () => kit.lint());
  await t.test('file sizes and imports', () => kit.run('node', 'scripts/check/check-sources.ts'));
  await t.test('no unused code', () => kit.run('knip', '--no-progress'));
  await t.test('tests of the server', () => {
    const cwd = kit.folder;
    const tests = globSync('features/{plants,tasks}/{*,server/*}.test.ts', { cwd });
    assert.equal(tests.length, 4);
    return kit.run('node', '--test', ...tests, 'server/{feature,http/openapi}.test.ts');
  });
  await t.test('build', () => kit.run('node', 'scripts/build/build.ts'));
  await t.test('two devices write, link, find and delete linked items offline', async () => {
    await using server = await serve();
    await testLinkedItems(server.url);
  });
  await t.test(
    'new fields lose nothing on a device with an older version of the app, also when it is updated',
    async () => {
      let server = await serve();
      try {
        await testOlderVersion(server.url, async () => {
          await server.stop();
          await addField('plants', 'bought:date?');
          await addField('plants', 'watered:boolean', '--default', 'true');
          await kit.run('node', 'scripts/build/build.ts');
          server = await serve();
        });
      } finally {
        await server.stop();
      }
    },
  );
});
