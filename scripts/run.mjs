// Installs what a script of the kit needs and runs it on the Node version that package.json pins.
// usage: node scripts/run.mjs [--omit=dev] [--site] [--server] script.ts [arguments]
// --omit=dev: installs no devDependencies. --site, --server: also builds the website, the bundle of the server.
// Plain JavaScript, because a fresh clone runs it on any Node version.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './run/root.mjs';
import { buildServer, buildSite, install, pinnedNode } from './run/setup.mjs';

const args = process.argv.slice(2);
const takeFlag = (flag) => args[0] === flag && Boolean(args.shift());
const omitsDev = takeFlag('--omit=dev');
const needsSite = takeFlag('--site');
const needsServer = takeFlag('--server');
const [script, ...scriptArgs] = args;

checkFolderName();
if (process.env.npm_lifecycle_event) endWithParent();
await install({ omitsDev });
if (needsSite) await buildSite();
if (needsServer) await buildServer();

runOnPinnedNode();

/** Stops if the path contains characters that Vite treats as URL syntax: it would fail later without a clear error. */
function checkFolderName() {
  let impossible = [];
  if (needsSite || /^scripts\/(build\/build|test\/test)\.ts$/.test(script)) impossible = ['#', '?'];
  else if (script === 'scripts/dev/dev.ts') impossible = ['#', '?', '%'];
  const found = impossible.find((character) => root.includes(character));
  if (!found) return;
  console.error(`Vite cannot work in a folder whose path contains ${found}: please rename ${root}`);
  process.exit(1);
}

/** Stops when the parent process has ended, because npm forwards signals only to the shell that it starts. */
function endWithParent() {
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref();
}

function runOnPinnedNode() {
  const child = spawn(pinnedNode().path, [resolve(root, script), ...scriptArgs], {
    stdio: 'inherit',
    env: {
      // Compiles each module once, also for the processes that the script starts.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
      ...(script.startsWith('dist-server/') && readProcessEnvironment()),
      ...process.env,
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function readProcessEnvironment() {
  const file = readFileSync(join(root, 'deploy', 'process.env'), 'utf8');
  return Object.fromEntries(
    [...file.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
}
