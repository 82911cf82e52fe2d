import { createStore, useStore } from '#client/components/store.ts';
import { isNative } from '#client/native/platform.ts';

/** Chromium's install event, which the page can store and use later. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

export type InstallOffer = 'none' | 'prompt' | 'ios-how-to';

const prompt = createStore<InstallPrompt | undefined>(undefined);

if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => prompt.set(undefined));
}

export const useInstallOffer = () =>
  useStore<InstallOffer>({ get: offer, subscribe: prompt.subscribe }, 'none');

/** Shows the browser's prompt, which can be used only once. */
export async function install() {
  const current = prompt.get();
  prompt.set(undefined);
  await current?.prompt();
}

function offer(): InstallOffer {
  if (isNative()) return 'none';
  if (prompt.get()) return 'prompt';
  return isIosBrowser() && !isInstalled() ? 'ios-how-to' : 'none';
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Includes iPadOS, which reports itself as a Mac with a touch screen. */
const isIosBrowser = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
