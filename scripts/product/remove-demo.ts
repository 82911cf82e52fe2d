/** `npm run remove-demo`: removes the demo and what is about the kit from the sources of a product, and this command. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { registrationsWithout } from '#scripts/add/feature-registration.ts';
import { parseFlags } from '#scripts/run/check-flags.ts';
import { applyChanges } from './changes.ts';
import { uncommitted } from './uncommitted.ts';

const root = join(import.meta.dirname, '../..');
/** The notes, and the pages that present the kit. */
const FEATURES = ['notes', 'demo'];
const FOLDERS = [
  ...FEATURES.map((name) => `features/${name}`),
  // What is about the kit and not about a product.
  'bench/peers',
  'docs/reports',
];
/** What only the demo needs outside of its folders. */
const FILES = ['client/public/pictures/notes-*.webp', 'scripts/product/remove-demo.ts'];
/** They lose the lines that link to what is removed. In those of the kit, such a line is about nothing else. */
const DOCUMENTS = ['*.md', 'docs/**/*.md'];
const FORCE = 'To remove the demo all the same: npm run remove-demo -- --force';
const COMMAND = /^ *"remove-demo": .*\r?\n/m;
/** The target of a link that is not an address with a protocol. */
const LINK = /\]\((?!\w+:)([^)\s#]+)/g;

const AFTERWARDS = `
What to do next
  - npm test runs the tests of what is left: accounts, profile, files, admin, sync and the app shell.
  - app.config.ts has the name, the tagline and the description that the pages show. docs/recipes/home-page.md
    replaces the home page and the page about the product by your own.
  - npm run add starts a feature, docs/first-feature.md explains its parts. Until there is one, the app opens
    the profile of a signed-in person.
  - The documents still describe the notes as an example, and docs/performance.md their benches. Other apps can still
    share with the Android app: unless a feature of yours has a share target, remove action SEND from
    android/app/src/main/AndroidManifest.xml.

A database that was used with the demo
  - It works as it is. The table "notes" stays with its rows and their photos, unused and in no backup. A later
    release drops it: npm run remove -- notes --drop-table
  - It takes a new feature called "notes" for the one of the demo: choose another name, or delete the database.
  - The demo accounts are deleted by: npm run admin -- delete-demo-accounts
`;

try {
  process.exitCode = main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function main() {
  const { values } = parseFlags({
    options: { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } },
  });
  const { 'dry-run': isDryRun, force } = values;
  const folders = FOLDERS.map((folder) => ({ folder, files: filesIn(folder) })).filter(
    ({ files }) => files.length > 0,
  );
  const others = globSync(FILES, { cwd: root }).sort();
  const removed = [...folders.flatMap(({ files }) => files), ...others];
  const changed = new Map([
    ...registrationsWithout(root, FEATURES).map(({ file, after }) => [file, after] as const),
    ['package.json', read('package.json').replace(COMMAND, '')],
    ...documentsWithoutLinks([...FOLDERS, ...others]),
  ]);

  console.log(`${isDryRun ? 'Would remove' : 'Removes'}:`);
  for (const { folder, files } of folders) console.log(`  ${folder}/  ${files.length} files`);
  for (const file of others) console.log(`  ${file}`);
  console.log(`${isDryRun ? 'Would change' : 'Changes'}:`);
  for (const file of changed.keys()) console.log(`  ${file}`);
  if (isDryRun) return 0;

  const reason =
    conflicts([...changed.keys()]) ||
    (force ? undefined : reasonAgainst([...removed, ...changed.keys()]));
  if (reason) {
    console.error(`\nNothing was changed. ${reason}`);
    return 1;
  }
  const changes = [...changed, ...removed.map((file) => [file, undefined] as const)];
  applyChanges(new Map(changes.map(([file, text]) => [join(root, file), text])));
  console.log(`\nThe demo is removed.\n${AFTERWARDS}`);
  return 0;
}

function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}

function filesIn(folder: string) {
  const entries = globSync(`${folder}/**`, { cwd: root, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Returns the documents that link to one of these files and folders, without the lines that do. */
function documentsWithoutLinks(removed: string[]) {
  const isRemoved = (path: string) =>
    removed.some((one) => join(path, '/').startsWith(join(one, '/')));
  return globSync(DOCUMENTS, { cwd: root })
    .sort()
    .filter((file) => !isRemoved(file))
    .map((file) => {
      const leadsAway = (line = '') =>
        [...line.matchAll(LINK)].some(([, target = '']) => isRemoved(join(dirname(file), target)));
      return [file, withoutLines(read(file), leadsAway)] as const;
    })
    .filter(([file, text]) => text !== read(file));
}

/** Removes lines, and the blank line after a paragraph that was one of them. */
function withoutLines(text: string, isRemoved: (line?: string) => boolean) {
  const lines = text.split('\n');
  const isBlank = (line?: string) => line?.trim() === '';
  return lines
    .filter((line, index) => {
      const [before, last] = [lines[index - 2], lines[index - 1]];
      return !isRemoved(line) && !(isBlank(line) && isRemoved(last) && isBlank(before));
    })
    .join('\n');
}

/**
 * Returns which files have conflicts of a merge: a line of the demo could be left in them, or one of the product lost.
 */
function conflicts(changed: string[]) {
  const registrations = globSync('features/*.{ts,css}', { cwd: root });
  const files = [...new Set([...registrations, ...changed])].sort();
  const unsolved = files.filter((file) => /^<{7} /m.test(read(file)));
  if (unsolved.length === 0) return undefined;
  return `Solve the conflicts in these files first:\n${unsolved.map((file) => `  ${file}\n`).join('')}`;
}

/** Returns why git could not restore the removed files. */
function reasonAgainst(paths: string[]) {
  try {
    const changes = uncommitted(root, paths);
    return changes && `These files have changes that are not committed:\n${changes}${FORCE}`;
  } catch {
    return `This folder is not a git repository, so nothing could be brought back.\n${FORCE}`;
  }
}
