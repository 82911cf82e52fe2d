import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { applyCode, shellCommands } from '#tests/support/markdown-code.ts';
import { signUp, statusOf } from '#tests/support/smoke.ts';

const TUTORIAL = readFileSync(join(import.meta.dirname, '../../docs/first-feature.md'), 'utf8');
const MAX_FILES = 5;
const MAX_LINES = 110;

const skip = existsSync('features/plants') && 'features/plants exists already';

test('following docs/first-feature.md creates a working feature', { skip }, async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  const { files, lines } = applyCode(kit.folder, TUTORIAL);
  await kit.sortRegistrations();
  const created = files.filter((file) => file.startsWith('features/plants/'));
  assert.match(TUTORIAL, new RegExp(`\\b${created.length} files and ${lines} lines\\b`));
  assert.ok(created.length <= MAX_FILES && lines <= MAX_LINES);

  await t.test('types', () => kit.checkTypes());
  await t.test('lint and format', () => kit.lint());
  await t.test('import rules', () => kit.run('node', 'scripts/check/check-sources.ts'));
  await t.test('no unused code', () => kit.run('knip', '--no-progress'));
  const commands = shellCommands(TUTORIAL).filter((command) => command.startsWith('npm run test:'));
  assert.ok(commands.some((command) => command.startsWith('npm run test:browser')));
  for (const command of commands)
    await t.test(command, async () => {
      const [program = '', ...args] = command.split(' ');
      assert.match(await kit.output(program, ...args), /^[1-9]\d* passed, 0 failed$/m);
    });
  // The browser tests have built the site.
  await t.test('bundle of the server', () => kit.run('node', 'scripts/build/build-server.ts'));

  await t.test('a user adds a plant and finds it in the list', async () => {
    const settings = { DATA_DIR: join(kit.folder, 'data') };
    const server = await kit.start(settings, { main: 'server/main.ts' });
    t.after(() => server.child.kill('SIGKILL'));
    await server.listening();
    assert.equal(await statusOf(server, '/plants'), 200);
    const person = await signUp(server.url);
    await person.call('POST', '/api/plants', {
      name: 'Monstera',
      place: 'Living room',
      watered: false,
    });
    const { plants } = await person.call('GET', '/api/plants');
    assert.equal(plants[0].name, 'Monstera');
    const database = new DatabaseSync(join(kit.folder, 'data/app.db'), { readOnly: true });
    const record = "select compatible from schema_migrations where feature = 'plants'";
    assert.equal(database.prepare(record).get()?.compatible, 1);
    database.close();
  });
});
