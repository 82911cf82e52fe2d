import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lacksGit } from '#tests/support/find-program.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { shellCommands } from '#tests/support/markdown-code.ts';
import packageJson from '../../package.json' with { type: 'json' };

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/upgrading.md'), 'utf8');
const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
const NAME = 'Herbarium';
const PRODUCT = {
  name: NAME,
  id: 'com.example.herbarium',
  url: 'https://herbarium.example',
  support: 'help@herbarium.example',
};
/** The files with the kit's version, which a release increases. */
const FILES_WITH_VERSION = [
  'package.json',
  'package-lock.json',
  'android/app/build.gradle',
  'ios/App/App.xcodeproj/project.pbxproj',
];
const NEXT_VERSION = '99.0.0';
const hasDemo = existsSync('scripts/product/remove-demo.ts');
/** What a product without the demo does not have. */
const REMOVED = ['features/notes', 'features/demo', 'bench/peers', 'docs/reports'];

test('following docs/upgrading.md brings the changes of the kit and keeps the product', {
  skip: lacksGit(),
}, async (t) => {
  const product = copyKit({ ownModules: true });
  t.after(product.remove);
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [kit, download] = [join(folder, 'kit'), join(folder, 'download')];
  const git = (...args: string[]) => product.output('git', ...AUTHOR, ...args);
  const follow = async (
    heading: string,
    values: Record<string, string> = {},
    at = product.folder,
  ) => {
    const commands = commandsUnder(heading);
    assert.ok(commands.length > 0, heading);
    for (const command of commands) {
      const [program = '', ...words] = command
        .split(/ (?![^<]*>)/)
        .map((word) => values[word] ?? word);
      if (program === 'git') await git('-C', at, ...words);
      // Later tags are not needed.
      else if (program === 'npm') await product.run('npm', ...words, '--offline');
      // Without an installation, because no package is new.
      else await product.run(program, ...words.filter((word) => word !== 'scripts/run.mjs'));
    }
  };

  await git('init', '--quiet', '--initial-branch=main');
  await commit(product.folder, 'First version of the kit');
  const first = (await git('rev-parse', 'HEAD')).trim();
  await git('clone', '--quiet', product.folder, kit);
  await git('remote', 'add', 'origin', kit);

  const flags = Object.entries(PRODUCT).map(([flag, value]) => `--${flag}=${value}`);
  await product.run('node', 'scripts/rename/rename.ts', ...flags, '--no-pictures');
  if (hasDemo) await product.run('node', 'scripts/product/remove-demo.ts', '--force');
  await commit(product.folder, 'Start the product');

  appendFileSync(join(kit, 'server/clock/clock.ts'), '\n// New in the kit.\n');
  appendFileSync(join(kit, 'CHANGELOG.md'), '\nNew in the kit.\n');
  raiseVersion(kit);
  if (hasDemo) changeDemo(kit);
  await commit(kit, 'Second version of the kit');

  await t.test('a clone merges the newer version, and the demo stays removed', async () => {
    await follow('Once, after a clone', { '<your repository>': join(folder, 'mine') });
    const before = JSON.parse(read(product.folder, 'package.json'));
    await assert.rejects(follow('Each time'), /CONFLICT \(content\): .*package\.json/);
    keepOwn('package.json');
    await follow('2. package-lock.json');
    if (hasDemo) {
      const removing = () => follow('4. The demo, if you removed it');
      await assert.rejects(
        removing(),
        /Solve the conflicts [^\n]*\n {2}README\.md\n {2}features\/client\.ts\n/,
      );
      assert.deepEqual(remaining(), REMOVED);
      keepOwn('features/client.ts');
      keepOwn('README.md');
      await removing();
      assert.deepEqual(remaining(), []);
    }
    (await conflicts()).forEach(keepOwn);
    await git('add', '--all');
    await git('commit', '--quiet', '--no-edit');
    await assert.rejects(git('grep', '-n', '^<<<<<<<'));
    for (const file of ['package.json', 'package-lock.json']) {
      const { name, version } = JSON.parse(read(product.folder, file));
      assert.deepEqual({ name, version }, { name: before.name, version: before.version }, file);
    }
    for (const file of ['server/clock/clock.ts', 'CHANGELOG.md'])
      assert.match(read(product.folder, file), /New in the kit\.\n$/);
    assert.match(read(product.folder, 'app.config.ts'), new RegExp(`name: '${NAME}'`));
    assert.ok(!existsSync(join(product.folder, 'scripts/product/remove-demo.ts')));
    await product.checkTypes();
    if (hasDemo) {
      assert.deepEqual(remaining(), []);
      assert.match(read(product.folder, 'docs/reliability.md'), /\nNew in the kit\.\n$/);
      // Among them that no link leads to what is removed.
      await product.run('node', '--test', 'scripts/check/documents.test.ts');
    }
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
    assert.equal(JSON.parse(read(download, 'package.json')).version, NEXT_VERSION);
    assert.match(read(download, 'server/clock/clock.ts'), /New in the kit\.\n$/);
    assert.match(read(download, 'README.md'), /Of the product\.\n$/);
  });

  function remaining() {
    return REMOVED.filter((folder) => existsSync(join(product.folder, folder)));
  }

  /** Solves the conflicts of a file: keeps what the product has where the kit has something else. */
  function keepOwn(file: string) {
    const text = read(product.folder, file);
    const own = text.replace(/^<{7} .*\n([\s\S]*?)^={7}\n[\s\S]*?^>{7} .*\n/gm, '$1');
    assert.notEqual(own, text, file);
    writeFileSync(join(product.folder, file), own);
  }

  async function conflicts() {
    const files = (await git('diff', '--name-only', '--diff-filter=U')).trim().split('\n');
    return files
      .filter((file) => existsSync(join(product.folder, file)))
      .filter((file) => /^<{7} /m.test(read(product.folder, file)));
  }

  async function commit(at: string, message: string) {
    await git('-C', at, 'add', '--all');
    await git('-C', at, 'commit', '--quiet', '--message', message);
  }
});

/**
 * Changes and adds files that a product without the demo does not have, a line that it removed from README.md, and adds
 * one that leads to a report.
 */
function changeDemo(kit: string) {
  appendFileSync(join(kit, 'features/notes/contract.ts'), '\n// New in the demo.\n');
  replace(kit, 'features/client.ts', '  notesClient,', '  notesClient, // New in the demo.');
  replace(kit, 'README.md', '![The demo in', '![The newer demo in');
  appendFileSync(join(kit, 'bench/peers/peer.ts'), '\n// New in the bench.\n');
  writeFileSync(join(kit, 'features/demo/client/newer.css'), '.newer {}\n');
  writeFileSync(join(kit, 'docs/reports/newer.md'), '# A newer report\n');
  appendFileSync(
    join(kit, 'docs/reliability.md'),
    '\n[A newer report](reports/newer.md) says more.\n\nNew in the kit.\n',
  );
}

/** Raises the version of the kit in every file that contains it, as a release does. */
function raiseVersion(kit: string) {
  for (const file of FILES_WITH_VERSION) replace(kit, file, packageJson.version, NEXT_VERSION);
}

function replace(folder: string, file: string, before: string, after: string) {
  const text = read(folder, file);
  assert.ok(text.includes(before), `${file} has no ${before}`);
  writeFileSync(join(folder, file), text.replaceAll(before, after));
}

function commandsUnder(heading: string) {
  const [, section = ''] = GUIDE.split(`## ${heading}\n`);
  return shellCommands(section.split(/\n##+ /)[0] ?? '');
}

function read(folder: string, file: string) {
  return readFileSync(join(folder, file), 'utf8');
}
