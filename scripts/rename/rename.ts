/** `npm run rename`: changes the app's name, id, addresses and accent colour, wherever they are repeated. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { app } from '#app';
import { MARK_PANELS } from '#client/components/mark.ts';
import { applyChanges, type Changes, pendingChanges } from '#scripts/product/changes.ts';
import { isOfKit, isReadmeOfKit, textsOfKit } from '#scripts/product/kit-identity.ts';
import { checkFlags } from '#scripts/run/check-flags.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { keepInstallation } from '#scripts/run/setup.mjs';
import { findChromium } from '#tests/support/chromium.ts';
import { planRename } from './plan.ts';
import { type AppSettings, parseRename } from './settings.ts';

const USAGE = `usage: npm run rename -- --name "My App" --id com.example.myapp --url https://my.app --support help@my.app
  --source URL         the repository that the home page links to; without it, yours stays and that of the kit goes
  --accent '#3b4fd8'   the colour of buttons, links and icons
  --tagline TEXT       the heading of the home page
  --description TEXT   for search engines, app stores and package.json
  --dry-run            lists the files that would change, and changes none
  --no-pictures        takes no new screenshots for the home page

now:
  --name ${JSON.stringify(app.name)} --id ${app.id} --url https://${app.host} --support ${app.supportEmail}
  --source ${app.sourceUrl ?? '(none)'} --accent '${app.colors.accent}'
  --tagline ${JSON.stringify(app.tagline)}
  --description ${JSON.stringify(app.description)}`;

const args = process.argv.slice(2);
try {
  checkFlags();
  if (args.length === 0) console.log(USAGE);
  else await rename(args);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function rename(args: string[]) {
  const { settings, problems, isDryRun, makesPictures } = parseRename(args);
  if (problems.length > 0) {
    console.error([...problems, 'Nothing was changed.'].join('\n'));
    process.exitCode = 1;
    return;
  }
  const changes = pendingChanges(await planRename(settings));
  for (const line of listed(changes)) console.log(line);
  if (!isDryRun) keepInstallation(() => applyChanges(changes));
  console.log(`${changes.size} files ${isDryRun ? 'would change' : 'changed'}.`);
  const kept = textsOfKit(settings);
  if (kept.length > 0)
    console.log(
      `Still that of the kit in app.config.ts: ${kept.join(' and ')}. Write yours there, or repeat the command with ${kept.map((key) => `--${key}`).join(' and ')}.`,
    );
  if (existsSync('README.md') && isReadmeOfKit(readFileSync('README.md', 'utf8')))
    console.log('README.md still describes the kit: write your own.');
  if (isOfKit('mark', MARK_PANELS.join()))
    console.log(
      'The logo and all icons are still those of the kit: draw yours in client/components/mark.ts, then npm run assets.',
    );
  if (isDryRun) return;
  if (arePicturesOutdated(settings)) updatePictures(makesPictures);
}

function listed(changes: Changes) {
  return [...changes].map(([file, content]) => {
    if (content === undefined) return `removes  ${file}`;
    return existsSync(file) ? `changes  ${file}` : `creates  ${file}`;
  });
}

/** Tells whether the screenshots on the home page show the old name or colour. */
function arePicturesOutdated({ name, colors }: AppSettings) {
  const isShown = existsSync('client/public/pictures');
  return isShown && (name !== app.name || colors.accent !== app.colors.accent);
}

/** Takes the screenshots again if there is a browser. A failure does not undo the rename. */
function updatePictures(isWanted: boolean) {
  const isDone =
    isWanted &&
    findChromium() !== undefined &&
    spawnSync('npm', ['run', 'pictures'], {
      stdio: 'inherit',
      // On Windows, npm is a command file, which only a shell can start.
      shell: process.platform === 'win32',
    }).status === 0;
  if (!isDone)
    console.log(
      'The screenshots in client/public/pictures show the old name. With Chromium this takes new ones: npm run pictures',
    );
}
