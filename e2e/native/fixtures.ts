import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNativeBundle } from '#tooling/native-bundle.ts';
import { test as base } from '../support/fixtures.ts';
import { installNativeApp, NATIVE_ORIGIN, type NativeApp } from './fake-bridge.ts';
import type { Platform } from './plugin-headers.ts';

export { expect, signInWithoutScreens } from '../support/fixtures.ts';

/** Playwright options of a phone in portrait. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Adds `native`, the app on a phone: set `test.use({ platform: 'ios' })`, then call `native.open()`. */
export const test = base.extend<
  { platform: Platform; native: NativeApp & { open(path?: string): Promise<unknown> } },
  { bundleFolder: string }
>({
  platform: ['android', { option: true }],
  bundleFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from its pattern
    async ({}, use, { project }) => {
      const folder = mkdtempSync(join(tmpdir(), 'native-bundle-'));
      await writeNativeBundle(project.use.baseURL ?? '', { folder });
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  native: async ({ page, context, platform, bundleFolder }, use) => {
    const app = await installNativeApp(context, { platform, folder: bundleFolder });
    await use({ ...app, open: (path = '/') => page.goto(NATIVE_ORIGIN + path) });
    await app.close();
  },
});
