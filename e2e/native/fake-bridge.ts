import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { writeNativeBundle } from '#tooling/native-bundle.ts';
import { fakeDevice, type Message } from './fake-device.ts';
import type { Platform } from './plugin-headers.ts';
import { shellScript } from './shell-script.ts';

/** Where the shell serves the bundle. iOS's own scheme does not exist in Chromium. */
export const NATIVE_ORIGIN = 'https://localhost';

export type NativeApp = Awaited<ReturnType<typeof installNativeApp>>;

/**
 * The native app in Chromium: the bundle as a phone carries it, behind the platform's own
 * native-bridge.js. Only the far side of the bridge is ours.
 */
export async function installNativeApp(
  context: BrowserContext,
  { platform, apiUrl }: { platform: Platform; apiUrl: string },
) {
  const device = fakeDevice(hand);
  const files = new Map<string, Buffer>();

  const folder = mkdtempSync(join(tmpdir(), 'native-bundle-'));
  await writeNativeBundle(apiUrl, { folder });
  // A browser asks before a page may reach the machine itself; a phone's server is elsewhere.
  await context.grantPermissions(['local-network-access'], { origin: NATIVE_ORIGIN });
  await context.exposeBinding('toFakeNative', ({ page }, message: Message) =>
    device.receive(page, message),
  );
  await context.addInitScript({ content: pageScript(platform) });
  await context.route(`${NATIVE_ORIGIN}/**`, serve);

  return {
    ...device,
    /** Puts a file on the device; the page reads it at the address that is returned. */
    putFile(path: string, bytes: Buffer) {
      files.set(path, bytes);
      return `${NATIVE_ORIGIN}/_capacitor_file_${path}`;
    },
    async close() {
      // A page may still be fetching, and fails a test that has passed if its file goes meanwhile.
      await context.unrouteAll({ behavior: 'wait' });
      rmSync(folder, { recursive: true });
    },
  };

  /** As WebViewLocalServer does it: a path that looks like no file is a screen of the app. */
  function serve(route: Route) {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    const onDevice = files.get(path.replace(/^\/_capacitor_file_/, ''));
    if (onDevice) return route.fulfill({ body: onDevice, contentType: 'image/jpeg' });
    const file = join(folder, path);
    if (existsSync(file) && statSync(file).isFile()) return route.fulfill({ path: file });
    if (extname(path)) return route.fulfill({ status: 404 });
    return route.fulfill({ path: join(folder, 'index.html') });
  }
}

/** A page that is gone by now gets no answer, as on a phone. */
async function hand(page: Page, result: object) {
  await page
    .evaluate((result) => {
      const { Capacitor } = window as unknown as { Capacitor: { fromNative(r: object): void } };
      Capacitor.fromNative(result);
    }, result)
    .catch(() => {});
}

function pageScript(platform: Platform) {
  return `if (location.origin === '${NATIVE_ORIGIN}' && window === top) {
    void toFakeNative({ type: 'start' });
    ${POSTS[platform]}
    ${shellScript(platform, NATIVE_ORIGIN)}
  }`;
}

/** How the bridge knows its platform and posts to it. iOS also asks by prompt() whether to patch fetch and cookies. */
const POSTS: Record<Platform, string> = {
  android: 'window.androidBridge = { postMessage: (text) => void toFakeNative(JSON.parse(text)) };',
  ios: `window.prompt = () => 'false';
    const bridge = { postMessage: (message) => void toFakeNative(JSON.parse(JSON.stringify(message))) };
    window.webkit = { messageHandlers: { bridge } };`,
};
