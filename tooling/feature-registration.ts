import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tables that register features, with one import line and one line in the table for each. */
const TABLES = 'features/*.ts';

/** Removes the folder and the registration lines of a feature from a copy of the kit. Returns the changed files. */
export function removeFeature(folder: string, name: string) {
  rmSync(join(folder, 'features', name), { recursive: true });
  return changeTables(folder, name, () => []);
}

/** Copies the registration lines of a feature for another one. Returns the changed files. */
export function registerLike(folder: string, name: string, rename: (line: string) => string) {
  return changeTables(folder, name, (line) => [line, rename(line)]);
}

function changeTables(folder: string, name: string, change: (line: string) => string[]) {
  return globSync(TABLES, { cwd: folder }).filter((file) => {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    const registers = registrationIn(before, name);
    const after = before
      .split('\n')
      .flatMap((line) => (registers(line) ? change(line) : [line]))
      .join('\n')
      // The blank line after the last import, if that was removed.
      .replace(/^\n+/, '');
    writeFileSync(path, after);
    return after !== before;
  });
}

/** Finds the import lines from the feature's folder, and the lines that use what they import. */
function registrationIn(source: string, name: string) {
  const imports = source.matchAll(new RegExp(`^import (?:type )?(.+) from '\\./${name}/.*$`, 'gm'));
  const names = [...imports].flatMap(([, clause = '']) => clause.match(/\w+/g) ?? []);
  const used = names.filter((word) => word !== 'as').map((word) => `\\b${word}\\b`);
  const registration = new RegExp([`/${name}/`, ...used].join('|'));
  return (line: string) => registration.test(line);
}
