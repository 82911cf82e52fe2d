import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
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
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { spawnServer } from './server-process.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Copies the kit, like a fresh clone, into a temporary folder whose path contains characters that a URL escapes.
 * `ownModules` gives it a separate node_modules, for tools that write there.
 */
export function copyKit({ ownModules = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trifold kópia -'));
  // Readable for the user that PostgreSQL runs as: its programs are in node_modules.
  chmodSync(folder, 0o755);
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split(/\/?\n/);
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (path) => !['.git', ...ignored].includes(basename(path)),
  });
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  if (ownModules) linkTree(from, to);
  else symlinkSync(from, to, 'junction');

  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),

    /** Replaces text in a file the way editors save: a new file replaces the old one. */
    replace(file: string, before: string | RegExp, after: string) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const changed = text.replace(before, () => after);
      if (changed === text) throw new Error(`${file} has no ${before}`);
      writeFileSync(`${path}.saving`, changed);
      renameSync(`${path}.saving`, path);
    },

    /** Runs a command in the copy. Throws an error with its output if it fails. */
    async run(program: string, ...args: string[]) {
      const bin = join(folder, 'node_modules/.bin');
      const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NODE_ENV: '' };
      const running = promisify(execFile)(program, args, {
        cwd: folder,
        env,
        maxBuffer: MAX_OUTPUT,
      });
      await running.catch(({ stdout, stderr }) => {
        throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`);
      });
    },

    /** Starts the server, by default with the test feature. Creates a site of one page if none was built. */
    start(
      env: NodeJS.ProcessEnv = {},
      {
        main = 'server/testing/main.ts',
        stdout = 'ignore',
      }: { main?: string; stdout?: 'ignore' | 'pipe' | number } = {},
    ) {
      const page = join(folder, 'dist', '404.html');
      mkdirSync(dirname(page), { recursive: true });
      if (!existsSync(page)) writeFileSync(page, 'Nothing here');
      const port = Number(env.PORT) || undefined;
      return spawnServer([main], { port, cwd: folder, env, stdout });
    },
  };
}

/** Creates hard links instead of copies, which is fast and needs no space. */
function linkTree(from: string, to: string) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === '.vite' || entry.name === '.vite-temp') continue;
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
