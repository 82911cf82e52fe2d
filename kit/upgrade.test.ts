import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lacksGit } from '#tooling/find-program.ts';
import { copyKit } from '#tooling/kit-copy.ts';
import { shellCommands } from '#tooling/markdown-code.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../docs/upgrading.md'), 'utf8');
/** The command in the table of conflicts that removes the demo again. */
const REMOVE_AGAIN = /`(git checkout \S+ -- scripts\/remove-demo\.ts) && (node [^`]+)`/;
const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
const NAME = 'Herbarium';
const PRODUCT = {
  name: NAME,
  id: 'com.example.herbarium',
  url: 'https://herbarium.example',
  support: 'help@herbarium.example',
};
const hasDemo = existsSync('scripts/remove-demo.ts');

test('whoever follows docs/upgrading.md gets what is new in the kit and keeps the product', {
  skip: lacksGit(),
}, async (t) => {
  const product = copyKit({ ownModules: true });
  t.after(product.remove);
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [kit, download] = [join(folder, 'kit'), join(folder, 'download')];
  const git = (...args: string[]) => product.output('git', ...AUTHOR, ...args);
  const follow = async (heading: string, values: Record<string, string>, at = product.folder) => {
    const commands = commandsUnder(heading);
    assert.ok(commands.length > 0, heading);
    for (const command of commands) {
      const words = command.split(/ (?![^<]*>)/).slice(1);
      await git('-C', at, ...words.map((word) => values[word] ?? word));
    }
  };

  await git('init', '--quiet', '--initial-branch=main');
  await commit(product.folder, 'First version of the kit');
  const first = (await git('rev-parse', 'HEAD')).trim();
  await git('clone', '--quiet', product.folder, kit);
  await git('remote', 'add', 'origin', kit);

  const flags = Object.entries(PRODUCT).map(([flag, value]) => `--${flag}=${value}`);
  await product.run('node', 'scripts/rename.ts', ...flags, '--no-pictures');
  if (hasDemo) await product.run('node', 'scripts/remove-demo.ts', '--force');
  await commit(product.folder, 'Start the product');

  appendFileSync(join(kit, 'server/clock.ts'), '\n// New in the kit.\n');
  appendFileSync(join(kit, 'CHANGELOG.md'), '\nNew in the kit.\n');
  if (hasDemo) appendFileSync(join(kit, 'features/notes/contract.ts'), '\n// New in the demo.\n');
  await commit(kit, 'Second version of the kit');

  await t.test('a clone merges the newer version, and the demo stays removed', async () => {
    await follow('Once, after a clone', { '<your repository>': join(folder, 'mine') });
    const merging = follow('Each time', {});
    if (hasDemo) {
      await assert.rejects(merging, /CONFLICT \(modify\/delete\): features\/notes\/contract\.ts/);
      const [, checkout = '', remove = ''] = REMOVE_AGAIN.exec(GUIDE) ?? [];
      await git(...checkout.split(' ').slice(1));
      await product.run('node', ...remove.split(' ').slice(1));
      assert.ok(!existsSync(join(product.folder, 'features/notes')));
      await git('add', '--all');
      await git('commit', '--quiet', '--no-edit');
    } else await merging;
    assert.equal(await git('status', '--porcelain'), '');
    for (const file of ['server/clock.ts', 'CHANGELOG.md'])
      assert.match(read(product.folder, file), /New in the kit\.\n$/);
    assert.match(read(product.folder, 'app.config.ts'), new RegExp(`name: '${NAME}'`));
    assert.ok(!existsSync(join(product.folder, 'scripts/remove-demo.ts')));
    await product.checkTypes();
  });

  await t.test('a product without the history of the kit is connected, then merges', async () => {
    await git('clone', '--quiet', kit, download);
    await git('-C', download, 'checkout', '--quiet', first);
    rmSync(join(download, '.git'), { recursive: true });
    await git('init', '--quiet', '--initial-branch=main', download);
    appendFileSync(join(download, 'README.md'), '\nOf the product.\n');
    await commit(download, 'Start the product');
    await follow(
      'Once, without the history of the kit',
      { '<the repository of the kit>': kit, '<that commit>': first },
      download,
    );
    await follow('Each time', {}, download);
    assert.match(read(download, 'server/clock.ts'), /New in the kit\.\n$/);
    assert.match(read(download, 'README.md'), /Of the product\.\n$/);
  });

  async function commit(at: string, message: string) {
    await git('-C', at, 'add', '--all');
    await git('-C', at, 'commit', '--quiet', '--message', message);
  }
});

function commandsUnder(heading: string) {
  const [, section = ''] = GUIDE.split(`## ${heading}\n`);
  return shellCommands(section.split('\n## ')[0] ?? '');
}

function read(folder: string, file: string) {
  return readFileSync(join(folder, file), 'utf8');
}
