import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { checkToolchains } from '../../doctor/toolchains.ts';
import { nativeIdentity } from '../native-identity.ts';
import { hasShell, missingShells } from '../shells.ts';
import { storeChecks } from './store.ts';

const DEMO = { id: 'app.kit.demo', host: 'app.example', tagline: 'Own', description: 'Own' };
const OWN = { ...DEMO, id: 'com.acme.plants' };

const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
process.chdir(folder);
beforeEach(() => {
  for (const shell of ['android', 'ios']) rmSync(shell, { recursive: true, force: true });
});
after(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

test('what a store needs is to do as long as it is that of the demo or missing', async () => {
  write('android/variables.gradle', '');
  write('android/app/src/main/AndroidManifest.xml', '<action name="android.intent.action.SEND" />');
  write('ios/App/App.xcodeproj/project.pbxproj', '');
  const missing = await failuresOf(DEMO, {}, false);
  for (const expected of [
    /the id is your own: app\.kit\.demo is that of the demo: set id in app\.config\.ts/,
    /the app knows its server: API_URL is not set/,
    /open the Android app: set host in app\.config\.ts, not app\.example/,
    /open the iOS app: set host in app\.config\.ts/,
    /a keystore signs the Android app.*: there is none in this folder/,
    /no feature has a share target: remove the <intent-filter>/,
    /a team signs the iOS app: Xcode has none yet/,
  ])
    assert.ok(
      missing.some((line) => expected.test(line)),
      `${expected} is not in:\n${missing.join('\n')}`,
    );
});

test('what is there or belongs to a deleted app is not to do', async () => {
  write('ios/App/App.xcodeproj/project.pbxproj', 'DEVELOPMENT_TEAM = ABCDE12345;');
  const missing = await failuresOf(OWN, { API_URL: 'https://plants.acme.test' }, false);
  assert.doesNotMatch(missing.join('\n'), /Android|the id|server:|a team|tagline/);
  assert.deepEqual(missingShells(), [
    'the Android app is not part of this product: there is no android/',
  ]);
});

test('without the native shells nothing is needed to build them, although there is an SDK', async () => {
  process.env.ANDROID_HOME = folder;
  assert.ok(!hasShell('android') && !hasShell('ios'));
  const findings = await checkToolchains(readConfig({}), { production: false });
  assert.deepEqual(
    findings,
    missingShells().map((text) => ({ state: 'note', text })),
  );
  assert.equal(findings.length, 2);
});

test('without the native shells any version is valid', () => {
  const identity = { ...OWN, name: 'App', version: '2026.170.1' };
  assert.equal(nativeIdentity(identity).size, 0);
});

async function failuresOf(...args: Parameters<typeof storeChecks>) {
  const failures: string[] = [];
  for (const { name, run } of storeChecks(...args))
    try {
      await run();
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  return failures;
}

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
