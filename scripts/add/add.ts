/** `npm run add`: adds a feature with API, table, list, form and tests. */
import { join } from 'node:path';
import { applyChanges } from '#scripts/product/changes.ts';
import { formatSources } from '#scripts/product/format-sources.ts';
import { parseFlags } from '#scripts/run/check-flags.ts';
import { checkDeclarations, checkFeatureName, checkFree } from './check-free.ts';
import { filesOf, registrationsOf } from './feature-files.ts';
import { registrationsWith } from './feature-registration.ts';
import { parseFields } from './fields.ts';
import { namesOf } from './names.ts';

const USAGE = `usage: npm run add -- <names> <field>:<type> … [photo?] [--one <name>] [--dry-run]

  npm run add -- tasks title:text "notes:longtext?" done:boolean "due:date?" "size:select(small|large)" "photo?"

  text, longtext, number, date, boolean, select(a|b|c)   the types; "?" makes a field optional
  --one <name>    what one of them is called, if it does not follow from the plural
  --dry-run       lists the files, and writes none`;

const root = join(import.meta.dirname, '../..');

try {
  add(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function add(args: string[]) {
  const { values, positionals } = parseFlags({
    args,
    allowPositionals: true,
    options: { one: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  });
  const [name, ...words] = positionals;
  if (name === undefined) return console.log(USAGE);
  for (const word of [name, values.one ?? name]) checkFeatureName(word);
  const feature = { names: namesOf(name, values.one), ...parseFields(words) };
  checkFree(root, feature.names);

  const files = filesOf(feature);
  const registrations = registrationsWith(root, registrationsOf(feature));
  const paths = registrations.map(({ file }) => file);
  checkDeclarations(feature.names.path, [
    ...files.map(({ text }) => text),
    ...registrations.map(({ after }) => after),
  ]);
  // Before anything is written, so that a failure changes nothing.
  const formatted = formatSources(
    new Map([
      ...files.map(({ path, text }) => [path, text] as const),
      ...registrations.map(({ file, after }) => [file, after] as const),
    ]),
  );
  const isDryRun = values['dry-run'];
  console.log(isDryRun ? 'Would write:' : 'Writes:');
  for (const { path } of files) console.log(`  ${path}`);
  console.log(isDryRun ? 'Would change:' : 'Changes:');
  for (const path of paths) console.log(`  ${path}`);
  console.log(`A single item is called "${feature.names.oneInWords}" (--one changes it).`);
  if (isDryRun) return undefined;

  applyChanges(new Map([...formatted].map(([path, text]) => [join(root, path), text])));
  console.log(`
What to do next
  - npm run dev shows it, npm test -- features/${name} tests it.
  - features/${name}/client.ts has the label and the icon for the menus.
  - features/${name}/contract.ts has the fields with their limits: maxCharacters of a text, min and max of a number. A
    number may be from -1,000,000,000 on: for a height, set min: 0.
  - To undo it, delete features/${name}/ and its lines in ${paths.join(', ')}.`);
  return undefined;
}
