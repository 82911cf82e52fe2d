/** `npm run remove`: removes a feature. In a later release, with `--drop-table`, also its tables. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { itemKinds } from '#features/contract.ts';
import { features } from '#features/server.ts';
import { importsOf } from '#scripts/check/imports.ts';
import { changeSources, type Plan, root } from '#scripts/product/change-command.ts';
import { tablesOf } from '#server/backup/format.ts';
import type { ItemKind } from '#shared/items.ts';
import { checkName } from './check-free.ts';
import { registrationsWith, registrationsWithout } from './feature-registration.ts';
import { addDrop, fieldsReferringTo, newRemovedFile, tablesIn } from './feature-removal.ts';
import { readRemovedFiles } from './removed-files.ts';
import { parseSource } from './source.ts';

const RECIPE = 'docs/recipes/remove-a-feature.md';
const USAGE = `usage: npm run remove -- <feature> [--drop-table]

  npm run remove -- tasks                removes features/tasks and the lines that register it; the data stays
  npm run remove -- tasks --drop-table   in a later release: adds the migration that drops its tables`;
const SOURCES = '{shared,server,client,features,tests,scripts,bench}/**/*.{ts,tsx,mjs}';
const DROPS = 'features/removed/server.ts';

changeSources(
  USAGE,
  { 'drop-table': { type: 'boolean' } },
  ([name = '', ...others], { 'drop-table': dropsTable }) => {
    if (others.length > 0) throw new Error('Remove one feature at a time');
    checkName(name);
    if (name === 'removed')
      throw new Error(`${DROPS} drops the tables of removed features: it stays`);
    return dropsTable ? dropTables(name) : removeFeature(name);
  },
);

function removeFeature(name: string): Plan {
  const folder = `features/${name}`;
  if (!existsSync(join(root, folder))) throw new Error(`There is no ${folder}`);
  checkUnused(name, folder);
  const files = globSync(`${folder}/**`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const registrations = registrationsWithout(root, [name]);
  const tables = features.find((feature) => feature.name === name)?.tables ?? [];
  return {
    files: new Map([
      ...registrations.map(({ file, after }) => [file, after] as const),
      ...files.sort().map((file) => [file, undefined] as const),
    ]),
    next: [
      'npm test shows whether a test needs it.',
      ...(tables.length > 0
        ? [
            `This can be released and rolled back: the rows and photos of ${tables.join(', ')} stay in every database.`,
            `To drop them in a later release: npm run remove -- ${name} --drop-table (${RECIPE}).`,
          ]
        : []),
    ],
  };
}

/** Throws if another kind refers to the feature's items, or if other code imports from its folder. */
function checkUnused(name: string, folder: string) {
  const kinds: readonly ItemKind[] = itemKinds;
  const references = fieldsReferringTo(
    kinds.find(({ path }) => path === `/${name}`),
    kinds,
  ).map((field) => `features${field}`);
  if (references.length > 0)
    throw new Error(
      `${name} cannot be removed, because fields refer to it: ${references.join(', ')}. Remove them first (docs/recipes/add-a-field.md#to-remove-a-field)`,
    );
  const isOwn = (file: string) => file.startsWith(join(folder, '/'));
  const others = globSync(SOURCES, { cwd: root, exclude: ['features/*.ts'] }).filter(
    (file) => !isOwn(file),
  );
  const user = others.find((file) =>
    importsOf(join(root, file)).some((imported) => isOwn(relative(root, imported))),
  );
  if (user) throw new Error(`${name} cannot be removed: ${user} imports from ${folder}`);
}

function dropTables(name: string): Plan {
  const folder = `features/${name}`;
  if (existsSync(join(root, folder)))
    throw new Error(
      `${folder} is still there: first release a version without it (npm run remove -- ${name})`,
    );
  const tables = tablesIn(readRemovedFiles(folder));
  const used = tables.find((table) => (tablesOf(features) as string[]).includes(table));
  if (used) throw new Error(`${used} is the table of another feature now`);
  if (tables.length === 0)
    throw new Error(`git has no table of ${folder}: write the migration by hand, as in ${RECIPE}`);
  const path = join(root, DROPS);
  const isNew = !existsSync(path);
  const source = parseSource(DROPS, isNew ? newRemovedFile() : readFileSync(path, 'utf8'), RECIPE);
  addDrop(source, name, tables);
  const registration = {
    ...{ file: 'features/server.ts', constant: 'features', imported: 'removedServer' },
    ...{ from: './removed/server.ts', line: 'removedServer' },
  };
  const registered = isNew ? registrationsWith(root, [registration]) : [];
  return {
    files: new Map([
      [DROPS, source.edited()],
      ...registered.map(({ file, after }) => [file, after] as const),
    ]),
    notes: [`The migration drops ${tables.join(', ')} with all rows. It cannot be undone.`],
    next: [
      'npm test -- server/feature tests that the migration runs.',
      'Back up before the upgrade: the previous version does not start on a database without the tables.',
    ],
  };
}
