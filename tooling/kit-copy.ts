import { type ChildProcess, execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { spawnServer } from './server-process.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Copies the kit, like a fresh clone, into a temporary folder whose path contains characters that a URL escapes. Its
 * site has one page until one is built. `ownModules` gives it a separate node_modules, for tools that write there.
 */
export function copyKit({ name = 'kit kópia -', ownModules = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), name));
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split(/\/?\n/);
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (path) => !['.git', ...ignored].includes(basename(path)),
  });
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  if (ownModules) linkTree(from, to);
  else symlinkSync(from, to, 'junction');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', '404.html'), 'Nothing here');
  // Starts of the copy compile its modules once. Removed with it, because each copy has other paths.
  const NODE_COMPILE_CACHE = join(folder, 'node-compile-cache');
  const servers: ChildProcess[] = [];

  async function outputOf(program: string, args: string[]) {
    const bin = join(folder, 'node_modules/.bin');
    const PATH = `${bin}${delimiter}${process.env.PATH}`;
    const env: NodeJS.ProcessEnv = { ...process.env, PATH, NODE_COMPILE_CACHE, NODE_ENV: '' };
    // With it, a test runner in the copy would take itself for a part of this one and run nothing.
    delete env.NODE_TEST_CONTEXT;
    const running = promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: MAX_OUTPUT });
    const { stdout } = await running.catch(({ stdout, stderr }) => {
      throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`);
    });
    return stdout;
  }

  return {
    folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE },

    /** Removes the copy. Ends servers that a failed test left running, which would keep its process alive. */
    remove() {
      for (const server of servers) server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },

    /** Replaces text in a file the way editors save: a new file replaces the old one. */
    replace(file: string, before: string | RegExp, after: string) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const found = typeof before === 'string' ? text.includes(before) : before.test(text);
      if (!found) throw new Error(`${file} has no ${before}`);
      writeFileSync(
        `${path}.saving`,
        text.replace(before, () => after),
      );
      renameSync(`${path}.saving`, path);
    },

    /** Runs a command in the copy. Throws an error with its output if it fails. */
    async run(program: string, ...args: string[]) {
      await outputOf(program, args);
    },

    /** Runs a command in the copy like `run`, and returns what it prints. */
    output(program: string, ...args: string[]) {
      return outputOf(program, args);
    },

    /** Sorts the imports where features are registered: their order depends on the features that the copy has. */
    async sortRegistrations() {
      const files = globSync('features/*.ts', { cwd: folder });
      await outputOf('biome', ['check', '--write', ...files]);
    },

    /** Starts the server, by default with the test feature. */
    async start(
      env: NodeJS.ProcessEnv = {},
      {
        main = 'server/testing/main.ts',
        stdout = 'ignore',
      }: { main?: string; stdout?: 'ignore' | 'pipe' | number } = {},
    ) {
      const port = Number(env.PORT) || undefined;
      const server = await spawnServer([main], {
        port,
        cwd: folder,
        env: { NODE_COMPILE_CACHE, ...env },
        stdout,
      });
      servers.push(server.child);
      return server;
    },
  };
}

/** Creates hard links instead of copies, which is fast and needs no space. */
function linkTree(from: string, to: string) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (['.cache', '.vite', '.vite-temp'].includes(entry.name)) continue;
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string) {
  try {
    linkSync(source, target);
  } catch {
    // The temporary folder is on another disk.
    copyFileSync(source, target);
  }
}
