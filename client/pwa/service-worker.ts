import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';

/**
 * Keeps one whole build: pages, code and styles that belong together, so that every screen opens without a network
 * and a deploy never mixes old pages with new code. What the API answers is never kept here.
 */
declare const __PRECACHE__: { url: string; revision: string | null }[];

const NOT_FOUND_PATH = '/404';

cleanupOutdatedCaches();
// The page for what does not exist is answered with status 404, which the precache would not take.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) =>
      response.ok || new URL(request.url).pathname === NOT_FOUND_PATH ? response : null,
  },
]);
// A page is the same whatever stands behind the question mark.
precacheAndRoute(__PRECACHE__, { ignoreURLParametersMatching: [/./], cleanURLs: false });

// Pictures of the marketing pages are kept once somebody saw them.
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/pictures/'),
  new StaleWhileRevalidate({ cacheName: 'pictures' }),
);

registerRoute(
  ({ request }) => request.mode === 'navigate',
  async ({ request }) => {
    try {
      return await fetch(request);
    } catch (error) {
      const page = await matchPrecache(NOT_FOUND_PATH);
      if (page) return page;
      throw error;
    }
  },
);

// Only when the person says so: a page that is open keeps the build it was opened with.
addEventListener('message', ({ data }) => {
  if (data === 'take over') (self as unknown as { skipWaiting(): Promise<void> }).skipWaiting();
});
