import { existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { fakeDevice, type Message } from './fake-device.ts';
import type { Platform } from './plugin-headers.ts';
import { shellScript } from './shell-script.ts';

/** The origin of the bundle. Chromium does not know the scheme that iOS uses. */
export const NATIVE_ORIGIN = 'https://localhost';

export type NativeApp = Awaited<ReturnType<typeof installNativeApp>>;

/**
 * Installs the native app in Chromium: the real bundle from `folder` with the platform's own native-bridge.js. Only the
 * native side of the bridge is fake.
 */
export async function installNativeApp(
  context: BrowserContext,
  { platform, folder }: { platform: Platform; folder: string },
) {
  const device = fakeDevice(deliver);
  const files = new Map<string, Buffer>();

  // Chromium asks before a page may connect to localhost; on a phone the server is remote.
  await context.grantPermissions(['local-network-access'], { origin: NATIVE_ORIGIN });
  await context.exposeBinding('toFakeNative', ({ page }, message: Message) =>
    device.receive(page, message),
  );
  await context.addInitScript({ content: pageScript(platform) });
  await context.route(`${NATIVE_ORIGIN}/**`, serve);

  return {
    ...device,
    /** Puts a file on the device. Returns the URL at which the page can read it. */
    putFile(path: string, bytes: Buffer) {
      files.set(path, bytes);
      return `${NATIVE_ORIGIN}/_capacitor_file_${path}`;
    },
    /** Waits for files that the page is still fetching, because aborting them would fail a passed test. */
    close: () => context.unrouteAll({ behavior: 'wait' }),
  };

  /** Serves the bundle like WebViewLocalServer: a path without a file extension is a screen of the app. */
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

/** Sends a result to the page. Ignores a page that was closed. */
async function deliver(page: Page, result: object) {
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
    ${POST_MESSAGE[platform]}
    ${shellScript(platform, NATIVE_ORIGIN)}
  }`;
}

/** Defines how the bridge detects its platform and posts messages. iOS asks with prompt() whether to patch fetch and cookies. */
const POST_MESSAGE: Record<Platform, string> = {
  android: 'window.androidBridge = { postMessage: (text) => void toFakeNative(JSON.parse(text)) };',
  ios: `window.prompt = () => 'false';
    const bridge = { postMessage: (message) => void toFakeNative(JSON.parse(JSON.stringify(message))) };
    window.webkit = { messageHandlers: { bridge } };`,
};
