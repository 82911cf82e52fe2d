import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { nativeIdentity } from '../native/native-identity.ts';
import { checkStore } from './store.ts';
import { checkToolchains } from './toolchains.ts';

const MISSING = [
  'the Android app is not part of this product: there is no android/',
  'the iOS app is not part of this product: there is no ios/',
];
const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
process.chdir(folder);
after(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

test('without the native shells nothing is needed to build them, although there is an SDK', async () => {
  process.env.ANDROID_HOME = folder;
  const findings = await checkToolchains(readConfig({}), { production: false, store: true });
  assert.deepEqual(
    findings,
    MISSING.map((text) => ({ state: 'note', text })),
  );
});

test('without the native shells the stores need nothing of them', async () => {
  const findings = await checkStore(readConfig({}), { production: false, store: true });
  assert.deepEqual(
    findings,
    MISSING.map((text) => ({ state: 'note', text })),
  );
});

test('without the native shells any version is valid', () => {
  const identity = {
    name: 'App',
    id: 'com.example.app',
    host: 'app.example',
    version: '2026.170.1',
  };
  assert.equal(nativeIdentity(identity).size, 0);
});
