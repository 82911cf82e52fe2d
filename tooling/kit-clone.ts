import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A copy of the kit as a fresh clone has it, installed, in a folder whose path has what a URL escapes. */
export function copyKit() {
  const root = join(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'trifold kópia -'));
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split(/\/?\n/);
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !['.git', ...ignored].includes(basename(path)),
  });
  linkTree(join(root, 'node_modules'), join(folder, 'node_modules'));

  return {
    folder,
    /** As editors save: a new file takes the place of the old one. */
    replace(file: string, before: string | RegExp, after: string) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const changed = text.replace(before, () => after);
      if (changed === text) throw new Error(`${file} has no ${before}`);
      writeFileSync(`${path}.saving`, changed);
      renameSync(`${path}.saving`, path);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Of its own, so that what Vite keeps in node_modules stays in the copy; as links, so that it costs little. */
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
