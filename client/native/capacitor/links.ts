import { App } from '@capacitor/app';
import { app as brand } from '#app';
import { matchPath } from '#shared/path.ts';
import { type Address, appLinkPaths } from '#shared/paths.ts';
import type { DeviceEvents } from '../definitions.ts';

const FOLLOWED = 'app_link_followed';
// Longer than a slow phone takes to start, shorter than until the user opens the same link again.
const LAUNCH_REPEAT_LIMIT_MS = 30_000;

/** Opens links in the app, such as those in emails. A link that starts the app may be reported twice: at launch and as an event. */
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
  const path = appLinkAddress(url);
  if (!path) return;
  sessionStorage.setItem(FOLLOWED, url);
  app.link(path, how);
}

/** Returns where one of our links leads in the app, or undefined for any other address. */
function appLinkAddress(address: string): Address | undefined {
  try {
    const { protocol, host, pathname, search, hash } = new URL(address);
    const isOurs =
      protocol === 'https:' &&
      host === brand.host &&
      appLinkPaths().some((path) => matchPath(path, pathname));
    return isOurs ? ((pathname + search + hash) as Address) : undefined;
  } catch {
    return undefined;
  }
}
