import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that register features, with one import and one line in a constant for each. */
const REGISTRATION_FILES = 'features/*.{ts,css}';

/** A line that registers a feature. */
export type Registration = {
  /** The file, such as `features/client.ts`, and the list or object in it. */
  file: string;
  constant: string;
  /** The name that the line imports from the feature, and the file that exports it. */
  imported: string;
  from: string;
  line: string;
};

type ChangedFile = { file: string; before: string; after: string };

/**
 * Removes the folders and the registration lines of features from a copy of the kit. Returns the changed files. Can be
 * repeated after an interruption: it removes the lines first, and a folder may already be gone.
 */
export function removeFeatures(folder: string, names: string[]) {
  const changed = registrationsWithout(folder, names);
  for (const { file, after } of changed) writeFileSync(join(folder, file), after);
  for (const name of names)
    rmSync(join(folder, 'features', name), { recursive: true, force: true });
  return changed.map(({ file }) => file);
}

/** Returns the files that register one of the features, without its lines. Changes nothing. */
export function registrationsWithout(folder: string, names: string[]): ChangedFile[] {
  return globSync(REGISTRATION_FILES, { cwd: folder })
    .sort()
    .map((file) => {
      const before = readFileSync(join(folder, file), 'utf8');
      // Removes the blank line after the last import, if that was removed.
      return { file, before, after: names.reduce(withoutFeature, before).replace(/^[\r\n]+/, '') };
    })
    .filter(({ before, after }) => after !== before);
}

/** Returns the files with the lines of a new feature at the end. Changes nothing. */
export function registrationsWith(folder: string, registrations: Registration[]): ChangedFile[] {
  return [...Map.groupBy(registrations, ({ file }) => file)].map(([file, ofFile]) => {
    const before = readFileSync(join(folder, file), 'utf8');
    return { file, before, after: ofFile.reduce(withLine, before) };
  });
}

/** Removes the imports from the feature's folder, and the lines that use the imported names or name the folder. */
function withoutFeature(source: string, name: string) {
  const imports = importsFrom(`\\./${name}/[^']*`);
  const used = (source.match(imports) ?? [])
    .flatMap((statement) => statement.replace(/ from .*/s, '').match(/\w+/g) ?? [])
    .filter((word) => !['import', 'type', 'as'].includes(word))
    .map((word) => `\\b${word}\\b`);
  const registration = new RegExp([`/${name}/`, ...used].join('|'));
  return (
    source
      .replace(imports, '')
      .split('\n')
      // An import of another feature may contain the same word, as './meeting-notes/…' does.
      .filter((line) => line.startsWith('import ') || !registration.test(line))
      .join('\n')
  );
}

function withLine(source: string, { file, constant, imported, from, line }: Registration) {
  const declaration = new RegExp(`^export const ${constant}\\b`);
  const lines = withImport(source, imported, from)
    .split('\n')
    .flatMap((text) => (declaration.test(text) ? overSeveralLines(text) : text));
  const start = lines.findIndex((text) => declaration.test(text));
  const end = lines.findIndex((text, index) => index > start && /^[\]}]/.test(text));
  if (start < 0 || end < 0) throw new Error(`${file} has no constant ${constant}`);
  return lines.toSpliced(end, 0, `  ${line},`).join('\n');
}

/** Splits a declaration on one line, `export const features = [notes];`. The formatter joins it again if it fits. */
function overSeveralLines(text: string) {
  const [, opening, content, closing] =
    /^(.*? = [[{])(.*)([\]}](?: (?:as|satisfies) .*)?;)\r?$/.exec(text) ?? [];
  if (opening === undefined || closing === undefined) return text;
  return [opening, ...(content?.trim() ? [`  ${content.trim()},`] : []), closing];
}

/** Adds a name to the import from a file, or a new import after the last one. The formatter sorts them. */
function withImport(source: string, imported: string, from: string) {
  const statement = `import { ${imported} } from '${from}';\n`;
  const [existing] = source.match(importsFrom(from.replaceAll('.', '\\.'))) ?? [];
  if (existing)
    return source.replace(existing, existing.replace(/,?\s*\} from/, `, ${imported} } from`));
  const last = source.match(importsFrom("[^']*"))?.at(-1) ?? '';
  return last === '' ? `${statement}\n${source}` : source.replace(last, last + statement);
}

/** Matches the imports from a path, even over several lines. */
const importsFrom = (path: string) => new RegExp(`^import [^;]*? from '${path}';\\r?\\n`, 'gm');
