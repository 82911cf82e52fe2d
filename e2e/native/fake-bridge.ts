import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { writeNativeBundle } from '../../scripts/native-bundle.ts';
import { type Platform, pluginHeaders } from './plugin-headers.ts';

/** Where the shell serves the bundle. iOS's own scheme does not exist in Chromium. */
export const NATIVE_ORIGIN = 'https://localhost';

type Options = Record<string, unknown>;
/** By plugin and method, `Camera.takePhoto`. What it throws, with its `code`, the page gets. */
type Answers = Record<string, (options: Options) => unknown>;

/** A message as native-bridge.js posts it: a call, or an error nobody caught. A page that starts says so. */
type Message =
  | { type?: 'message'; callbackId: string; pluginId: string; methodName: string; options: Options }
  | { type: 'js.error'; error: { message: string } }
  | { type: 'start' };

export type NativeApp = Awaited<ReturnType<typeof installNativeApp>>;

type Listener = { page: Page; event: string; callbackId: string };

/**
 * The native app in Chromium: the bundle as a phone carries it, behind the platform's own
 * native-bridge.js. Only the far side of the bridge is ours; it answers, records and emits events.
 */
export async function installNativeApp(
  context: BrowserContext,
  { platform, apiUrl }: { platform: Platform; apiUrl: string },
) {
  const calls: { call: string; options: Options }[] = [];
  const errors: string[] = [];
  const answers: Answers = {};
  const files = new Map<string, Buffer>();
  let listeners: Listener[] = [];

  const folder = mkdtempSync(join(tmpdir(), 'native-bundle-'));
  await writeNativeBundle(apiUrl, { folder });
  context.on('close', () => rmSync(folder, { recursive: true }));
  // A browser asks before a page may reach the machine itself; a phone's server is elsewhere.
  await context.grantPermissions(['local-network-access'], { origin: NATIVE_ORIGIN });
  await context.exposeBinding('toFakeNative', ({ page }, message: Message) =>
    receive(page, message),
  );
  await context.addInitScript({ content: shellScript(platform) });
  await context.route(`${NATIVE_ORIGIN}/**`, serve);

  return {
    /** Everything the page asked of the device, oldest first; listeners too. */
    calls,
    /** What the bridge reported as an uncaught error. */
    errors,
    /** How the device answers; what is not set answers with nothing. */
    answers,
    /** What was passed to one method, once for each call. */
    optionsOf: (call: string) => calls.filter((made) => made.call === call).map((m) => m.options),
    /** Puts a file on the device; the page reads it at the address that is returned. */
    putFile(path: string, bytes: Buffer) {
      files.set(path, bytes);
      return `${NATIVE_ORIGIN}/_capacitor_file_${path}`;
    },
    /** `App.backButton`, `Keyboard.keyboardWillShow`, … to every page that listens. Says to how many. */
    async emit(event: string, data: object = {}) {
      const heard = listeners.filter((listener) => listener.event === event);
      for (const { page, callbackId } of heard)
        await hand(page, { callbackId, success: true, save: true, data });
      return heard.length;
    },
  };

  async function receive(page: Page, message: Message) {
    if (message.type === 'js.error') {
      errors.push(message.error.message);
      return;
    }
    if (message.type === 'start') {
      // A shell forgets who listened when its page is loaded anew.
      listeners = listeners.filter((listener) => listener.page !== page);
      return;
    }
    const { callbackId, pluginId, methodName, options } = message;
    const call = `${pluginId}.${methodName}`;
    calls.push({ call, options });
    if (methodName === 'addListener')
      listeners.push({ page, callbackId, event: `${pluginId}.${options.eventName}` });
    else if (methodName === 'removeListener')
      listeners = listeners.filter((listener) => listener.callbackId !== options.callbackId);
    else await hand(page, { callbackId, save: false, ...(await outcome(answers[call], options)) });
  }

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

async function outcome(answer: Answers[string] | undefined, options: Options) {
  try {
    return { success: true, data: (await answer?.(options)) ?? {} };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { success: false, error: { message, code } };
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

/** What a shell puts on the page before any script of ours, in its order: globals, bridge, plugins. */
function shellScript(platform: Platform) {
  const bridge = readFileSync(BRIDGES[platform], 'utf8');
  return `if (location.origin === '${NATIVE_ORIGIN}' && window === top) {
    void toFakeNative({ type: 'start' });
    ${POSTS[platform]}
    window.Capacitor = { DEBUG: true, isLoggingEnabled: false, Plugins: {} };
    window.WEBVIEW_SERVER_URL = '${NATIVE_ORIGIN}';
    ${bridge}
    Capacitor.PluginHeaders = ${JSON.stringify(pluginHeaders(platform))};
    for (const { name } of Capacitor.PluginHeaders)
      Capacitor.Plugins[name] = { addListener: (event, listen) => Capacitor.addListener(name, event, listen) };
  }`;
}

const BRIDGES: Record<Platform, string> = {
  android: 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js',
  ios: 'node_modules/@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
};

/** How the bridge knows its platform and posts to it. iOS also asks by prompt() whether to patch fetch and cookies. */
const POSTS: Record<Platform, string> = {
  android: 'window.androidBridge = { postMessage: (text) => void toFakeNative(JSON.parse(text)) };',
  ios: `window.prompt = () => 'false';
    const bridge = { postMessage: (message) => void toFakeNative(JSON.parse(JSON.stringify(message))) };
    window.webkit = { messageHandlers: { bridge } };`,
};
