import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tables that register features, with one import line and one line in the table for each. */
const TABLES = 'features/*.{ts,css}';

type Table = { file: string; before: string; after: string };

/** Removes the folders and the registration lines of features from a copy of the kit. Returns the changed tables. */
export function removeFeatures(folder: string, names: string[]) {
  for (const name of names) rmSync(join(folder, 'features', name), { recursive: true });
  return write(folder, tablesWithout(folder, names));
}

/** Returns the tables that register one of the features, without its lines. Changes nothing. */
export function tablesWithout(folder: string, names: string[]): Table[] {
  return changedTables(folder, (before) =>
    // The blank line after the last import, if that was removed.
    names.reduce((text, name) => changeLines(text, name, () => []), before).replace(/^\n+/, ''),
  );
}

/** Copies the registration lines of a feature for another one. Returns the changed tables. */
export function registerLike(folder: string, name: string, rename: (line: string) => string) {
  const copy = (line: string) => [line, rename(line)];
  return write(
    folder,
    changedTables(folder, (before) => changeLines(before, name, copy)),
  );
}

function changedTables(folder: string, change: (before: string) => string): Table[] {
  return globSync(TABLES, { cwd: folder })
    .sort()
    .map((file) => {
      const before = readFileSync(join(folder, file), 'utf8');
      return { file, before, after: change(before) };
    })
    .filter(({ before, after }) => after !== before);
}

function write(folder: string, tables: Table[]) {
  for (const { file, after } of tables) writeFileSync(join(folder, file), after);
  return tables.map(({ file }) => file);
}

/** Changes the import lines from the feature's folder, and the lines that use what they import. */
function changeLines(source: string, name: string, change: (line: string) => string[]) {
  const imports = source.matchAll(new RegExp(`^import (?:type )?(.+) from '\\./${name}/.*$`, 'gm'));
  const names = [...imports].flatMap(([, clause = '']) => clause.match(/\w+/g) ?? []);
  const used = names.filter((word) => word !== 'as').map((word) => `\\b${word}\\b`);
  const registration = new RegExp([`/${name}/`, ...used].join('|'));
  return source
    .split('\n')
    .flatMap((line) => (registration.test(line) ? change(line) : [line]))
    .join('\n');
}
