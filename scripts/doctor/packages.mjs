// Checks Node and the packages. Plain JavaScript, so that it runs on any Node version before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/root.mjs';
import { pinnedNode } from '../run/setup.mjs';

const OLDEST_NODE = 20;
const START_LIMIT_MS = 20_000;
const INSTALL = 'npm run dev and the other commands install what is missing';

/** Checks the files that the other checks of this module read. Returns only problems. */
export function checkPackageFiles() {
  return Object.entries({ 'package.json': 'optionalDependencies', 'package-lock.json': 'packages' })
    .filter(([file, key]) => !tryReadJson(file)?.[key])
    .map(([file]) => problem(`${file} is missing or damaged: run git checkout ${file}`));
}

/** Checks the Node that runs this, and the Node that runs the app. */
export function checkRuntime() {
  const current = process.versions.node;
  const isOld = Number.parseInt(current, 10) < OLDEST_NODE;
  return [
    isOld
      ? problem(
          `the commands need Node ${OLDEST_NODE} or later, this is ${current}: install a newer one from https://nodejs.org`,
        )
      : ok(`Node ${current} starts the commands`),
    checkPinnedNode(),
  ];
}

function checkPinnedNode() {
  const { name, path } = pinnedNode();
  const wanted = readJson('package.json').optionalDependencies[name];
  if (!wanted) return problem(`there is no Node for ${process.platform} on ${process.arch}`);
  if (!existsSync(path))
    return problem(`Node ${wanted}, which runs the app, is not installed: ${INSTALL}`);
  const { status, stdout, stderr, error } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: START_LIMIT_MS,
  });
  if (status !== 0) {
    const library = /libatomic/.test(stderr) ? ' (Debian: apt-get install libatomic1)' : '';
    return problem(
      `Node ${wanted}, which runs the app, does not start${library}: ${stderr || error}`,
    );
  }
  const found = stdout.trim().replace('v', '');
  return found === wanted
    ? ok(`Node ${wanted} runs the app`)
    : problem(`node_modules contains Node ${found} instead of ${wanted}: run npm ci`);
}

/** Compares package.json, package-lock.json and the installed packages. */
export function checkPackages() {
  const lockfile = readJson('package-lock.json');
  const outdated = notInLockfile(readJson('package.json'), lockfile.packages['']);
  if (outdated.length > 0)
    return [
      problem(`package-lock.json lacks ${listed(outdated)} of package.json: run npm install`),
    ];
  if (!existsSync(join(root, 'node_modules')))
    return [problem(`no packages are installed: ${INSTALL}`)];

  const { different, missing, missingDev, dev } = compare(lockfile.packages);
  if (different.length + missing.length > 0)
    return [
      problem(
        `node_modules differs from package-lock.json (${listed([...different, ...missing])}): run npm ci`,
      ),
    ];
  if (missingDev.length === 0) return [ok('node_modules matches package-lock.json')];
  if (missingDev.length === dev)
    return [
      ok('node_modules matches package-lock.json'),
      note('the packages for development are not installed: npm run dev and npm test install them'),
    ];
  return [problem(`node_modules lacks ${listed(missingDev)}: run npm ci`)];
}

/** Lists the dependencies whose versions differ between package.json and the lockfile. */
function notInLockfile(wanted, locked) {
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(wanted[kind] ?? {})
      .filter(([name, version]) => locked[kind]?.[name] !== version)
      .map(([name, version]) => `${name} ${version}`),
  );
}

function compare(packages) {
  const result = { different: [], missing: [], missingDev: [], dev: 0 };
  for (const [path, { version, optional, dev, devOptional, link }] of Object.entries(packages)) {
    if (path === '' || link) continue;
    const installed = tryReadJson(join(path, 'package.json'));
    const name = path.replace(/^.*node_modules\//, '');
    if (installed && installed.version !== version)
      result.different.push(`${name} ${installed.version} instead of ${version}`);
    // Missing optional packages are for other platforms, or not needed.
    if (optional || devOptional) continue;
    if (dev) result.dev++;
    if (!installed) (dev ? result.missingDev : result.missing).push(`${name} is missing`);
  }
  return result;
}

function tryReadJson(file) {
  try {
    return readJson(file);
  } catch {
    return undefined;
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function listed(items) {
  const [first, second, ...others] = items;
  if (!second) return first;
  return others.length > 0
    ? `${first}, ${second} and ${others.length} more`
    : `${first}, ${second}`;
}

const ok = (text) => ({ state: 'ok', text });
const note = (text) => ({ state: 'note', text });
const problem = (text) => ({ state: 'problem', text });
