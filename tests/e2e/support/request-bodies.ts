import type { Route } from '@playwright/test';

declare global {
  interface Window {
    /** The latest body that the page sent as text, by method and address. Only in Firefox. */
    sentBodies?: Map<string, string>;
  }
}

/** Records the bodies that a page sends as text. Runs in the page. */
export function recordBodies() {
  const send = window.fetch;
  const bodies = new Map<string, string>();
  window.sentBodies = bodies;
  window.fetch = (input, init) => {
    if (typeof init?.body === 'string')
      bodies.set(`${init.method} ${new URL(String(input), location.href)}`, init.body);
    return send(input, init);
  };
}

/**
 * Sends a request that has a body, and returns the response. Playwright does not know bodies in Firefox: `route.fetch`
 * would announce the body without sending it, and the server would wait.
 */
export async function fetchWithBody(route: Route) {
  const request = route.request();
  if (request.postData() !== null) return route.fetch();
  const sent = `${request.method()} ${request.url()}`;
  const postData = await request.frame().evaluate((sent) => window.sentBodies?.get(sent), sent);
  if (postData === undefined) throw new Error(`The page has not recorded the body of ${sent}`);
  return route.fetch({ postData });
}
