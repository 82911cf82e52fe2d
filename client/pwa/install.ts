import { useSyncExternalStore } from 'react';
import { isNative } from '#client/native/platform.ts';

/** Chromium's install event, which the page can store and use later. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

export type InstallOffer = 'none' | 'prompt' | 'ios-how-to';

let prompt: InstallPrompt | undefined;
const listeners = new Set<() => void>();

if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setPrompt(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => setPrompt(undefined));
}

export const useInstallOffer = () =>
  useSyncExternalStore(subscribe, offer, (): InstallOffer => 'none');

/** Shows the browser's prompt, which can be used only once. */
export async function install() {
  const current = prompt;
  setPrompt(undefined);
  await current?.prompt();
}

function offer(): InstallOffer {
  if (isNative()) return 'none';
  if (prompt) return 'prompt';
  return isIosBrowser() && !isInstalled() ? 'ios-how-to' : 'none';
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Includes iPadOS, which reports itself as a Mac with a touch screen. */
const isIosBrowser = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

function setPrompt(next: InstallPrompt | undefined) {
  prompt = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
