import { App } from '@capacitor/app';
import { app as brand } from '#app';
import { LETTER_PATHS, NATIVE_INIT_LIMIT_MS } from '#shared/constants.ts';
import type { DeviceEvents } from '../definitions.ts';

const FOLLOWED = 'app_launch_followed';

/** Links of letters. One that starts the app may be told twice: as its launch, and as an event. */
export async function followLinks(app: DeviceEvents) {
  const { url: launch } = (await App.getLaunchUrl()) ?? {};
  if (launch) followLaunch(app, launch);
  const echoUntil = Date.now() + NATIVE_INIT_LIMIT_MS;
  await App.addListener('appUrlOpen', ({ url }) => {
    const isEcho = url === launch && Date.now() < echoUntil;
    const path = letterPath(url);
    if (path && !isEcho) app.link(path, { launch: false });
  });
}

/** Once: after a reload the device still names it. */
function followLaunch(app: DeviceEvents, launch: string) {
  const path = letterPath(launch);
  if (!path || sessionStorage.getItem(FOLLOWED)) return;
  sessionStorage.setItem(FOLLOWED, 'yes');
  app.link(path, { launch: true });
}

/** Another app can hand over any address; only ours leads anywhere. */
function letterPath(address: string): string | undefined {
  try {
    const { protocol, host, pathname, search, hash } = new URL(address);
    const isOurs = protocol === 'https:' && host === brand.host && LETTER_PATHS.includes(pathname);
    return isOurs ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
