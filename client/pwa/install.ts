import { useSyncExternalStore } from 'react';
import { isNative } from '#client/native/platform.ts';

/** Chromium's offer, which it makes once and lets the page keep for a better moment. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

export type InstallOffer = 'none' | 'prompt' | 'ios-how-to';

let prompt: InstallPrompt | undefined;
const listeners = new Set<() => void>();

if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => keep(undefined));
}

export const useInstallOffer = () =>
  useSyncExternalStore(subscribe, offer, (): InstallOffer => 'none');

/** A prompt can be used once, whatever the person answers. */
export async function install() {
  const current = prompt;
  keep(undefined);
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

/** Also iPadOS, which calls itself a Mac but has a touch screen. */
const isIosBrowser = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

function keep(next: InstallPrompt | undefined) {
  prompt = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
