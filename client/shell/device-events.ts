import { navigate } from 'wouter/use-browser-location';
import type { DeviceEvents } from '#client/native/definitions.ts';
import { reportOnline } from '#client/pwa/online.ts';
import { closeTopmost } from './close-topmost.ts';

/** What the app does when something happens to the phone it runs on. */
export const deviceEvents: DeviceEvents = {
  back({ canGoBack, leave }) {
    if (closeTopmost()) return;
    if (location.pathname === '/') leave();
    else if (canGoBack) history.back();
    // Opened by a link: there is nothing behind this screen but the app itself.
    else navigate('/', { replace: true });
  },

  link(path, { launch }) {
    const before = location.pathname;
    navigate(path, { replace: launch });
    // A second letter for the screen that is open changes only what stands behind the #. Any other
    // screen reads that when it opens; the one before it must not.
    if (location.pathname === before) dispatchEvent(new HashChangeEvent('hashchange'));
  },

  online: reportOnline,

  keyboard(shown) {
    document.documentElement.toggleAttribute('data-keyboard', shown);
  },

  async lostPhoto(result, source) {
    const { keepLostPhoto } = await import('#features/notes/client/lost-photo.ts');
    if (await keepLostPhoto(result, source)) navigate('/notes');
  },
};
