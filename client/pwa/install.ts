import { isNative } from '#client/native/platform.ts';
import { useStore } from '#client/state/use-store.ts';
import { installPrompt } from './install-prompt.ts';

export type InstallOffer = 'none' | 'prompt' | 'ios-how-to';

export const useInstallOffer = () =>
  useStore<InstallOffer>({ get: offer, subscribe: installPrompt.subscribe }, 'none');

/** Shows the browser's prompt, which can be used only once. */
export async function install() {
  const current = installPrompt.get();
  installPrompt.set(undefined);
  await current?.prompt();
}

function offer(): InstallOffer {
  if (isNative()) return 'none';
  if (installPrompt.get()) return 'prompt';
  return isIosBrowser() && !isInstalled() ? 'ios-how-to' : 'none';
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Includes iPadOS, which reports itself as a Mac with a touch screen. */
const isIosBrowser = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
