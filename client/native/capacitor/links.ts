import { App } from '@capacitor/app';
import { app as brand } from '#app';
import { EMAIL_LINK_PATHS } from '#shared/constants.ts';
import type { DeviceEvents } from '../definitions.ts';

const FOLLOWED = 'app_link_followed';
// Longer than a slow phone takes to start, shorter than until the user opens the same link again.
const LAUNCH_REPEAT_LIMIT_MS = 30_000;

/** Opens email links in the app. A link that starts the app may be reported twice: at launch and as an event. */
export async function listenForLinks(app: DeviceEvents) {
  const { url: launch } = (await App.getLaunchUrl()) ?? {};
  // After a reload the device still reports the last link as the launch link.
  if (launch && launch !== sessionStorage.getItem(FOLLOWED)) follow(app, launch, { launch: true });
  const repeatUntil = Date.now() + LAUNCH_REPEAT_LIMIT_MS;
  let repeated = false;
  await App.addListener('appUrlOpen', ({ url }) => {
    if (url === launch && !repeated && Date.now() < repeatUntil) repeated = true;
    else follow(app, url, { launch: false });
  });
}

function follow(app: DeviceEvents, url: string, how: { launch: boolean }) {
  const path = emailLinkPath(url);
  if (!path) return;
  sessionStorage.setItem(FOLLOWED, url);
  app.link(path, how);
}

/** Returns the path of one of our email links, undefined for any other address. */
function emailLinkPath(address: string): string | undefined {
  try {
    const { protocol, host, pathname, search, hash } = new URL(address);
    const isOurs =
      protocol === 'https:' && host === brand.host && EMAIL_LINK_PATHS.includes(pathname);
    return isOurs ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
