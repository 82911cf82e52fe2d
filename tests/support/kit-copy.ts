import { type ChildProcess, execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { spawnServer } from './server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAX_OUTPUT = 16 * 1024 * 1024;
const COMPILE_CACHE = 'node-compile-cache';

/**
 * Copies the kit, like a fresh clone, into a temporary folder whose path contains characters that a URL escapes. Its
 * site has one page until one is built. `ownModules` gives it a separate node_modules, for tools that write there.
 */
export function copyKit({ name = 'kit kópia -', ownModules = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), name));
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split(/\/?\n/);
  const isIgnored = (path: string) => ['.git', COMPILE_CACHE, ...ignored].includes(basename(path));
  copySources();
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  if (ownModules) linkTree(from, to);
  else symlinkSync(from, to, 'junction');
  // Processes of the copy share this compile cache. It is removed with the copy, because each copy has other paths.
  const NODE_COMPILE_CACHE = join(folder, COMPILE_CACHE);
  const servers: ChildProcess[] = [];

  function copySources() {
    cpSync(ROOT, folder, { recursive: true, filter: (path) => !isIgnored(path) });
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', '404.html'), 'Nothing here');
  }

  function files() {
    return globSync('**/{*,.*}', { cwd: folder, exclude: isIgnored }).filter((file) =>
      statSync(join(folder, file)).isFile(),
    );
  }

  async function outputOf(program: string, args: string[], more: NodeJS.ProcessEnv = {}) {
    const bin = join(folder, 'node_modules/.bin');
    const PATH = `${bin}${delimiter}${process.env.PATH}`;
    const env: NodeJS.ProcessEnv = { ...process.env, PATH, NODE_COMPILE_CACHE, ...more };
    env.NODE_ENV = '';
    // With this variable, a test runner in the copy would consider itself part of this one and run nothing.
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

    /** Makes the copy fresh again. Keeps the compile cache, because the files have the same paths. */
    reset() {
      const kept = ['node_modules', COMPILE_CACHE];
      for (const name of readdirSync(folder).filter((name) => !kept.includes(name)))
        rmSync(join(folder, name), { recursive: true, maxRetries: 5 });
      copySources();
    },

    /** Lists the files of the copy without those that git ignores. */
    files,

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

    /**
     * Checks the types on one thread and without garbage collection, which halves the processor time that other tests
     * need.
     */
    async checkTypes() {
      await outputOf('tsc', ['--singleThreaded'], { GOGC: 'off' });
    },

    /** Checks lint and format of the files that differ from the kit. The others are checked in the kit. */
    async lint() {
      const changed = files().filter((file) => !isSame(join(ROOT, file), join(folder, file)));
      if (changed.length === 0) throw new Error('Nothing in the copy was changed');
      const flags = ['--error-on-warnings', '--files-ignore-unknown=true'];
      await outputOf('biome', ['check', ...flags, ...changed]);
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

function isSame(file: string, other: string) {
  return existsSync(file) && readFileSync(file).equals(readFileSync(other));
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
