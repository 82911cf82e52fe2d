// Says what is fine and what to do before the app can run: npm run doctor -- [--production]
// The same for a deployed server, from outside: npm run doctor -- https://notes.example.com
// Plain JavaScript, because a fresh clone runs it on any Node version: it checks Node and the packages, then runs
// doctor.ts on the Node that package.json pins. Unlike run.mjs it installs nothing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from '../run/root.mjs';
import { pinnedNode } from '../run/setup.mjs';
import { checkPackageFiles, checkPackages, checkRuntime } from './packages.mjs';
import { printFinding } from './print-finding.mjs';

const isOutside = process.argv.slice(2).some((argument) => !argument.startsWith('-'));
const hasProblem = !isOutside && hasLocalProblem();
const { path } = pinnedNode();
if (existsSync(path)) {
  const args = ['scripts/doctor/doctor.ts', ...process.argv.slice(2)];
  spawn(path, args, { cwd: root, stdio: 'inherit' }).on('exit', (code) =>
    finish(hasProblem || code !== 0),
  );
} else {
  const finding = isOutside
    ? { state: 'problem', text: 'this check needs Node and the packages: run npm ci' }
    : { state: 'note', text: 'the other checks need Node and the packages' };
  printFinding('others', finding);
  finish(true);
}

/** Checks Node and the packages. */
function hasLocalProblem() {
  const damaged = checkPackageFiles();
  for (const finding of damaged) printFinding('packages', finding);
  if (damaged.length > 0) finish(true);
  const runtime = checkRuntime();
  const packages = checkPackages();
  for (const finding of runtime) printFinding('runtime', finding);
  for (const finding of packages) printFinding('packages', finding);
  return [...runtime, ...packages].some(({ state }) => state === 'problem');
}

function finish(failed) {
  console.log(failed ? 'Solve the problems, then run this again.' : 'There are no problems.');
  process.exit(failed ? 1 : 0);
}
