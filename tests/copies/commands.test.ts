import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';

const root = join(import.meta.dirname, '../..');
const PASSED = /^[1-9]\d* passed, 0 failed$/m;

/** A quick form of each developer command (the same script with fewer files) and what it prints. */
const QUICK_FORMS = {
  'npm run format': { args: '-- shared', prints: /^Checked \d+ files/m },
  'npm run assets': { args: '', prints: /^Drew \d+ files\.$/m },
  'npm run simulate': { args: '-- --seeds 3', prints: /\b3 seeds\b/ },
  'npm run test:unit': { args: '-- shared/text.test', prints: PASSED },
  'npm run test:server': { args: '-- server/config.test', prints: PASSED },
  'npm run test:postgres': { args: '-- server/auth/profile.test', prints: PASSED },
  'npm run test:browser': { args: '-- sitemap', prints: PASSED },
  'npm run check': { args: '', prints: PASSED },
  'npm test': { args: '-- shared/text.test', prints: PASSED },
  'npm run test:all': { args: '-- shared/text.test', prints: PASSED },
};

test('the developer commands work in a fresh copy and leave its files unchanged', async (t) => {
  const kit = copyKit();
  t.after(kit.remove);
  const before = readFileSync(join(kit.folder, 'server/mail/logo.png'));
  for (const [command, { args, prints }] of Object.entries(QUICK_FORMS))
    await t.test(`${command} ${args}`, async () => {
      const words = `${command} ${args}`.trim().split(' ');
      assert.match(await kit.output(words[0] ?? '', ...words.slice(1)), prints);
    });
  assert.deepEqual(readFileSync(join(kit.folder, 'server/mail/logo.png')), before);
});

test('every command in the table of CONTRIBUTING.md is run, here or by the test that docs/commands.md names', () => {
  const table = [...read('CONTRIBUTING.md').matchAll(/^\| `(npm [^`]+)` \|/gm)].map(
    ([, command = '']) => command.split(' -- ')[0] ?? '',
  );
  assert.ok(table.length > 5);
  const documented = read('docs/commands.md');
  for (const command of table) {
    const row = documented.split('\n').find((line) => line.startsWith(`| \`${command}\` |`));
    assert.ok(row, `${command} is not documented`);
    assert.ok(command in QUICK_FORMS || /`[\w/.-]+\.(test|spec)\.ts` \|$/.test(row), command);
  }
});

function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
