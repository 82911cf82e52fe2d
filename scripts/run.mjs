// Runs a script of the kit on the runtime that package.json pins, after bringing everything it needs.
// usage: node scripts/run.mjs [--site] script.ts [arguments]     --site: the built website must be there too
// Plain JavaScript, because a fresh clone starts it on whatever Node the machine has.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, root } from './setup.mjs';

const args = process.argv.slice(2);
const needsSite = args[0] === '--site';
if (needsSite) args.shift();
const [script, ...scriptArgs] = args;

checkFolderName();
if (process.env.npm_lifecycle_event) endWithParent();
await install();
if (needsSite) await build();

const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
if (process.versions.node === pinned) {
  process.argv = [process.argv[0], resolve(root, script), ...scriptArgs];
  await import(pathToFileURL(resolve(root, script)).href);
} else {
  continueOnPinnedNode();
}

/** Vite takes these for parts of a URL, and fails later without saying so. Everything else works in any folder. */
function checkFolderName() {
  let impossible = [];
  if (needsSite) impossible = ['#', '?'];
  else if (script === 'scripts/dev.ts') impossible = ['#', '?', '%'];
  const found = impossible.find((character) => root.includes(character));
  if (!found) return;
  console.error(`Vite cannot work in a folder whose path contains ${found}: please rename ${root}`);
  process.exit(1);
}

/** npm passes a signal only to the shell between it and us; when that shell is gone, so is whoever started us. */
function endWithParent() {
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref();
}

function continueOnPinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(root, 'node_modules', 'node', 'bin', name);
  const child = spawn(node, [resolve(root, script), ...scriptArgs], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
