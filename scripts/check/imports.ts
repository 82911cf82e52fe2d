import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const ALIASES = Object.entries(packageJson.imports);
// `from '…'`, `import '…'` and `import('…')`, including types.
const IMPORT = /\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g;

/** Lists the files of this repository that a module imports statically, lazily or for their types only. */
export function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(IMPORT)]
    .map(([, name = '']) => (name.startsWith('#') ? aliased(name) : resolve(dirname(file), name)))
    .filter((path) => path !== undefined)
    .filter(existsSync);
}

/** Lists a module and every file that it imports, directly or through others. */
export function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (!found.has(file)) {
    found.add(file);
    for (const imported of importsOf(file)) modulesOf(imported, found);
  }
  return found;
}

function aliased(name: string) {
  for (const [alias, target] of ALIASES) {
    if (name === alias) return join(ROOT, target);
    const prefix = alias.replace(/\*$/, '');
    if (prefix !== alias && name.startsWith(prefix))
      return join(ROOT, target.replace('*', name.slice(prefix.length)));
  }
  return undefined;
}
