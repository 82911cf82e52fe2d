import type { DeviceEvents } from '#client/native/definitions.ts';
import { topmostOverlay } from '#client/page/overlays.ts';
import { reportOnline } from '#client/pwa/online.ts';
import { features } from '#features/client.ts';
import { shareTarget } from '#shared/share-target.ts';
import { navigate } from './navigate.ts';

/** Handles device events in the native app. */
export const deviceEvents: DeviceEvents = {
  back({ canGoBack, leave }) {
    if (closeTopmost()) return;
    if (location.pathname === '/') leave();
    else if (canGoBack) history.back();
    // Opened by a link: the history has no earlier screen.
    else navigate('/', { replace: true });
  },

  link(address, { launch }) {
    const before = location.pathname;
    navigate(address, { replace: launch });
    // A second email link for the open screen changes only the fragment, which the screen reads on
    // this event. Any other screen reads the fragment when it opens.
    if (location.pathname === before) dispatchEvent(new HashChangeEvent('hashchange'));
  },

  online: reportOnline,

  keyboard(shown) {
    document.documentElement.toggleAttribute('data-keyboard', shown);
  },

  async photoRecovered(result, source) {
    for (const { recoverPhoto, navigation } of features)
      if (await recoverPhoto?.(result, source)) return navigate(navigation.path);
  },

  async shared(share) {
    if (!shareTarget) return;
    const { localDatabase } = await import('#client/sync/current-sync.ts');
    const { storeShared } = await import('#client/sync/shared-content.ts');
    await storeShared(await localDatabase(), share);
    navigate(`${shareTarget.path}?shared`);
  },
};

/** Closes the dialog or menu that was opened last. Returns false if none is open. */
function closeTopmost(): boolean {
  const topmost = topmostOverlay();
  // A <dialog> reacts only to a real key press, the others also to a dispatched one.
  if (topmost instanceof HTMLDialogElement) topmost.close();
  else topmost?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  return topmost !== undefined;
}
