import { createStore } from '#client/state/store.ts';

/** Chromium's install event, which the page can store and use later. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

/** The browser's offer to install the app, until it was used. */
export const installPrompt = createStore<InstallPrompt | undefined>(undefined);

/** Stores the browser's offer. Called at the start, because the browser makes it only once. */
export function watchInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => installPrompt.set(undefined));
}
