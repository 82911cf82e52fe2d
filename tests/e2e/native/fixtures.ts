import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { test as itemTest } from '#tests/e2e/items/fixtures.ts';
import { writeNativeBundle } from '#tests/support/native-bundle.ts';
import { test as base } from '../support/fixtures.ts';
import { installNativeApp, NATIVE_ORIGIN, type NativeApp } from './fake-bridge.ts';
import type { Platform } from './plugin-headers.ts';

export { expect, signInWithoutScreens } from '../support/fixtures.ts';

/** Playwright options of a phone in portrait. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Adds `native`, the app on a phone: set `test.use({ platform: 'ios' })`, then call `native.open()`. */
export const test = base.extend<{
  platform: Platform;
  native: NativeApp & { open(path?: string): Promise<unknown> };
}>({
  platform: ['android', { option: true }],
  native: async ({ page, context, baseURL, platform }, use) => {
    const app = await installNativeApp(context, {
      platform,
      folder: await bundleFor(baseURL ?? ''),
    });
    await use({ ...app, open: (path = '/') => page.goto(NATIVE_ORIGIN + path) });
    await app.close();
  },
});

/** Skips item tests if the app has no kind. */
export const testOfItems = mergeTests(test, itemTest);

let bundle: Promise<string> | undefined;

/**
 * Writes the bundle once per worker. Not a worker fixture, because a worker fixture needs a separate worker and
 * browser.
 */
function bundleFor(apiUrl: string) {
  bundle ??= writeBundle(apiUrl);
  return bundle;
}

async function writeBundle(apiUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'native-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await writeNativeBundle(apiUrl, { folder });
  return folder;
}
