import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { BACKGROUND_SEND_TAG, sendInBackground } from '#client/sync/background-send.ts';
import { hasParams, matchPath, sortPaths, withoutTrailingSlash } from '#shared/path.ts';
import { shareTarget } from '#shared/share-target.ts';
import { receiveShare } from './receive-share.ts';

/**
 * Caches one whole build, so that every screen opens offline and a deploy never mixes old pages with
 * new code. Responses of the API are never cached here.
 */
declare const __PRECACHE__: { url: string; revision: string | null }[];

const NOT_FOUND_PATH = '/404';

cleanupOutdatedCaches();
addPlugins([
  {
    async cacheWillUpdate({ request, response }) {
      const { pathname } = new URL(request.url);
      // The 404 page is served with status 404.
      const isFound = response.ok || pathname === NOT_FOUND_PATH;
      // A network's sign-in page answers everything with status 200. Cached as a script, it would break the app for
      // good.
      const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
      const isFile = /\.\w+$/.test(pathname);
      return isFound && isPage !== isFile ? response : null;
    },
  },
]);
// A page does not depend on the query string.
precacheAndRoute(__PRECACHE__, { ignoreURLParametersMatching: [/./], cleanURLs: false });

// Pictures of the marketing pages are cached when they are first shown.
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/pictures/'),
  new StaleWhileRevalidate({ cacheName: 'pictures' }),
);

// Another app shares something with this one.
const target = shareTarget;
if (target)
  registerRoute(
    ({ url }) => url.origin === location.origin && url.pathname === target.path,
    ({ request }) => receiveShare(request, target),
    'POST',
  );

// A page whose path has parameters is cached once, for all their values.
const pathsWithParams = sortPaths(__PRECACHE__.map(({ url }) => url).filter(hasParams));

registerRoute(
  ({ request }) => request.mode === 'navigate',
  async ({ request, url }) => {
    // The page must be the one of the screen that the app will show, so that hydration matches.
    const path = withoutTrailingSlash(url.pathname);
    const pattern = pathsWithParams.find((one) => matchPath(one, path)) ?? '';
    const cached = (await matchPrecache(path)) ?? (await matchPrecache(pattern));
    if (cached) return cached;
    try {
      return await fetch(request);
    } catch (error) {
      const page = await matchPrecache(NOT_FOUND_PATH);
      if (page) return page;
      throw error;
    }
  },
);

// The device is online again, after changes were made offline.
addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as Event & SyncEventParts;
  if (tag === BACKGROUND_SEND_TAG) waitUntil.call(event, sendInBackground());
});
type SyncEventParts = { tag: string; waitUntil(work: Promise<unknown>): void };

// Only with the user's consent, because an open page keeps the build that it was opened with.
addEventListener('message', ({ data }) => {
  if (data === 'skip waiting') (self as unknown as { skipWaiting(): Promise<void> }).skipWaiting();
});
