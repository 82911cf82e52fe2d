import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { waitFor } from '#tests/support/wait-for.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import * as setup from './setup.mjs';

const { pinnedNode } = setup;
const root = join(import.meta.dirname, '../..');

/** Root may write everywhere. The modules are loaded first, because other users may be unable to enter their folder. */
const LEAVE_ROOT = `if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }`;

/** The scripts that install, without their tests. */
const MODULES = ['setup', 'unless-done', 'root'].map((name) => `scripts/run/${name}.mjs`);

test('A start installs no devDependencies, tests add them, and later starts keep them', async (t) => {
  const { folder, install } = await createFolderWithoutPackages(t);
  assert.deepEqual(await install({ omitsDev: true }), ['ci --omit=dev']);
  assert.deepEqual(await install({ omitsDev: true }), []);
  assert.deepEqual(await install({ omitsDev: false }), [
    'prune --no-save --omit=dev',
    'install --no-save --include=dev',
  ]);
  assert.deepEqual(await install({ omitsDev: true }), []);
  assert.deepEqual(await install({ omitsDev: false }), []);
  await appendFile(join(folder, 'package-lock.json'), '\n');
  assert.deepEqual(await install({ omitsDev: true }), ['ci --include=dev']);
});

test('A start and tests that install at the same time do not remove each other’s packages', async (t) => {
  const { npm, start, calls } = await createFolderWithoutPackages(t);
  await appendFile(npm, '\nsleep 1');
  await Promise.all([start({ omitsDev: true }).ended, start({ omitsDev: false }).ended]);
  assert.equal((await calls()).filter((call) => call.startsWith('ci')).length, 1);
});

test('An installation that is asked to end ends npm, and another can begin', async (t) => {
  const { folder, npm, start } = await createFolderWithoutPackages(t);
  await writeFile(
    npm,
    '#!/bin/sh\necho $$ > started.part && mv started.part started\nexec sleep 60',
  );
  const { child, ended } = start({ omitsDev: true });
  await waitFor('npm has started', () => existsSync(join(folder, 'started')));
  child.kill('SIGTERM');
  await assert.rejects(ended);
  const pid = Number(await readFile(join(folder, 'started'), 'utf8'));
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  assert.ok(!existsSync(join(folder, '.setup-lock')));
});

test('npm gets a temporary cache if the home folder is read-only, which is removed afterwards', async (t) => {
  const { folder, npm, start } = await createFolderWithoutPackages(t);
  await appendFile(npm, '\necho "$npm_config_cache" > cache; test -d "$npm_config_cache"');
  // Not even root can create anything below a file.
  const home = join(folder, 'package.json');
  await start({ omitsDev: true }, { HOME: home, TMPDIR: folder }).ended;
  const cache = (await readFile(join(folder, 'cache'), 'utf8')).trim();
  assert.equal(dirname(cache), folder);
  assert.ok(!existsSync(cache));
});

test('The link to Node, which npm 10 removes, is restored', async (t) => {
  const { folder, install } = await createFolderWithoutPackages(t);
  await install({ omitsDev: true });
  await rm(join(folder, 'node_modules', '.bin', 'node'));
  assert.deepEqual(await install({ omitsDev: true }), [`rebuild ${pinnedNode().name}`]);
  assert.deepEqual(await install({ omitsDev: true }), []);
});

test('Packages of another folder are used, and never replaced', async (t) => {
  const other = await createFolderWithoutPackages(t);
  await other.install({ omitsDev: false });
  const { folder, install } = await createFolderWithoutPackages(t);
  await symlink(join(other.folder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  assert.deepEqual(await install({ omitsDev: false }), []);
  await appendFile(join(folder, 'package-lock.json'), '\n');
  await assert.rejects(
    install({ omitsDev: false }),
    /node_modules is a link to a folder with other/,
  );
  assert.equal(await readFile(join(folder, 'calls'), 'utf8'), '');
});

test('Without a lockfile a command ends with one line that says what to do', async (t) => {
  const { folder, install } = await createFolderWithoutPackages(t);
  await rm(join(folder, 'package-lock.json'));
  await assert.rejects(install({ omitsDev: true }), {
    stderr: 'package-lock.json is missing: run git checkout package-lock.json\n',
  });
});

test('In a read-only folder a command ends with one line that says so', {
  skip: process.platform === 'win32' && 'needs permissions of POSIX',
}, async (t) => {
  const { folder, install, start } = await createFolderWithoutPackages(t);
  const startAsUser = () => start({ omitsDev: true }, {}, LEAVE_ROOT).ended;
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { mode: 0o555 });
  for (const [mode, unwritable] of [
    [0o555, folder],
    [0o777, modules],
  ] as const) {
    await chmod(folder, mode);
    await assert.rejects(startAsUser(), {
      stderr: `Installing dependencies is not possible, because this user cannot write to ${unwritable}\n`,
    });
  }

  await chmod(modules, 0o755);
  await install({ omitsDev: true });
  await chmod(folder, 0o555);
  // Otherwise only root could remove the folder.
  await startAsUser().finally(() => chmod(folder, 0o755));
});

test('An installation without Node fails and is repeated next time', async (t) => {
  const { npm, install } = await createFolderWithoutPackages(t);
  await writeFile(npm, '#!/bin/sh\n');
  await assert.rejects(install({ omitsDev: true }), /npm could not install node-/);
  await assert.rejects(install({ omitsDev: true }), /npm could not install node-/);
});

/** Creates a folder in which `install` calls a fake npm that only records its arguments. */
async function createFolderWithoutPackages(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const file of ['package.json', 'package-lock.json', ...MODULES])
    await cp(join(root, file), join(folder, file));
  const program = relative(root, pinnedNode().path);
  const link = 'node_modules/.bin/node';
  const npm = join(folder, 'bin', 'npm');
  const script = `#!/bin/sh
    echo "$*" >> calls
    mkdir -p '${dirname(program)}' '${dirname(link)}'
    touch '${program}' '${link}'`;
  await mkdir(dirname(npm));
  await writeFile(npm, script, { mode: 0o755 });
  return {
    folder,
    /** The fake npm. */
    npm,
    start,
    calls,
    /** Installs and returns the resulting npm calls. */
    async install(options: { omitsDev: boolean }) {
      await writeFile(join(folder, 'calls'), '');
      await start(options).ended;
      return calls();
    },
  };

  function start(options: { omitsDev: boolean }, env: NodeJS.ProcessEnv = {}, before = '') {
    const call = `import('./scripts/run/setup.mjs').then(({ install }) => { ${before}; return install(${JSON.stringify(options)}) })`;
    const ended = promisify(execFile)(process.execPath, ['-e', call], {
      cwd: folder,
      env: { PATH: `${dirname(npm)}${delimiter}${process.env.PATH}`, HOME: folder, ...env },
    });
    return { child: ended.child, ended };
  }

  /** Returns the npm calls without their common arguments. */
  async function calls() {
    const lines = await readFile(join(folder, 'calls'), 'utf8');
    return lines
      .split('\n')
      .filter(Boolean)
      .map((call) => call.replace(' --no-audit --no-fund --loglevel=error', ''));
  }
}
