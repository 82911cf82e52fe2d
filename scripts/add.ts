/** `npm run add`: adds a feature with API, table, list, form and tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { addRegistrations } from '#tooling/feature-registration.ts';
import { checkFree, checkName } from './add/check-free.ts';
import { filesOf, registrationsOf } from './add/feature-files.ts';
import { parseFields } from './add/fields.ts';
import { namesOf } from './add/names.ts';
import { checkFlags } from './check-flags.ts';

const USAGE = `usage: npm run add -- <names> <field>:<type> … [photo?] [--one <name>] [--dry-run]

  npm run add -- tasks title:text "notes:longtext?" done:boolean "due:date?" "size:select(small|large)" "photo?"

  text, longtext, number, date, boolean, select(a|b|c)   the types; "?" makes a field optional
  --one <name>    what one of them is called, if it does not follow from the plural
  --dry-run       lists the files, and writes none`;

const root = join(import.meta.dirname, '..');

try {
  add(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function add(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { one: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  });
  const [name, ...words] = positionals;
  if (name === undefined) return console.log(USAGE);
  checkFlags();
  for (const word of [name, values.one ?? name]) checkName(word);
  const feature = { names: namesOf(name, values.one), ...parseFields(words) };
  checkFree(root, feature.names);

  const files = filesOf(feature);
  const registrations = registrationsOf(feature);
  const tables = [...new Set(registrations.map(({ file }) => file))];
  const isDryRun = values['dry-run'];
  console.log(isDryRun ? 'Would write:' : 'Writes:');
  for (const { path } of files) console.log(`  ${path}`);
  console.log(isDryRun ? 'Would change:' : 'Changes:');
  for (const table of tables) console.log(`  ${table}`);
  if (isDryRun) return undefined;

  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  addRegistrations(root, registrations);
  format([...files.map(({ path }) => path), ...tables]);
  console.log(`
What to do next
  - npm run dev shows it, npm test -- features/${name} tests it.
  - features/${name}/client/feature.ts has the label and the icon for the menus, contract.ts the fields and their limits.`);
  return undefined;
}

function format(files: string[]) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'check', '--write', ...files], { cwd: root });
}
