/**
 * `npm run native:check`: checks the native shells as far as possible without an SDK, Xcode or a phone, and lists what is
 * to do before an upload to the app stores, which does not make it fail.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { app } from '#app';
import { pendingChanges } from '#scripts/product/changes.ts';
import { readEnvironment } from '#server/config.ts';
import { NATIVE_BUNDLE } from '#tests/support/native-bundle.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { androidChecks } from './check/android.ts';
import { type Check, newTotals, outputOf, runChecks, Skipped } from './check/check.ts';
import { iosChecks } from './check/ios.ts';
import { storeChecks } from './check/store.ts';
import { nativeDrawings } from './native-drawings.ts';
import { nativeIdentity } from './native-identity.ts';
import { hasShell, missingShells } from './shells.ts';

const commonChecks: Check[] = [
  {
    name: 'Both shells have the name, id, host and version of app.config.ts and package.json',
    run() {
      const identity = nativeIdentity({ ...app, version: packageJson.version });
      const outdated = [...pendingChanges(identity).keys()];
      if (outdated.length > 0) throw new Error(`${outdated.join(', ')}: run npm run native:sync`);
    },
  },
  {
    name: 'Icons, splash screens and colours match the output of npm run assets',
    async run() {
      for (const drawing of nativeDrawings(app.colors)) {
        const [folder = ''] = drawing.file.split('/');
        if (!existsSync(folder)) continue;
        const isSame =
          'text' in drawing
            ? readFileSync(drawing.file, 'utf8') === drawing.text
            : (await sharp(drawing.file).metadata()).width === drawing.sizePx;
        if (!isSame) throw new Error(`${drawing.file} is outdated; run npm run assets`);
      }
    },
  },
  {
    name: 'cap sync changes no committed file',
    run() {
      if (!existsSync('.git')) throw new Skipped('this is not a git checkout');
      provideBundle();
      const before = outputOf('git', 'diff', '--', 'android', 'ios');
      const untracked = outputOf('git', 'status', '--porcelain', '--', 'android', 'ios');
      outputOf(process.execPath, 'node_modules/@capacitor/cli/bin/capacitor', 'sync');
      if (outputOf('git', 'diff', '--', 'android', 'ios') !== before)
        throw new Error('it changed the shells');
      if (outputOf('git', 'status', '--porcelain', '--', 'android', 'ios') !== untracked)
        throw new Error('it left new files');
    },
  },
];

const totals = newTotals();
for (const text of missingShells()) console.log(`note     ${text}`);
if (hasShell('android') || hasShell('ios')) {
  const android = hasShell('android') ? androidChecks : [];
  const ios = hasShell('ios') ? iosChecks : [];
  await runChecks([...android, ...ios, ...commonChecks], 'failed', totals);
  await runChecks(storeChecks(app, readEnvironment()), 'to do', totals);
  console.log('note     the stores also ask for texts, pictures and answers: see docs/native.md');
}
console.log(
  `${totals.ok} passed, ${totals.failed} failed, ${totals.skipped} skipped, ${totals['to do']} to do before an upload`,
);
process.exit(totals.failed > 0 ? 1 : 0);

/** Creates an empty bundle, which the CLI requires, unless there is one. */
function provideBundle() {
  if (existsSync(`${NATIVE_BUNDLE}/index.html`)) return;
  mkdirSync(NATIVE_BUNDLE, { recursive: true });
  writeFileSync(`${NATIVE_BUNDLE}/index.html`, '<!DOCTYPE html><title>Run native:sync</title>\n');
}
