import type { Page } from '@playwright/test';

/** Drops the response to the next request with this method after the server has processed the request. */
export const loseOneResponse = (page: Page, method: 'POST' | 'PUT' | 'DELETE') =>
  page.evaluate((expected) => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (init?.method !== expected) return send(input, init);
      window.fetch = send;
      await send(input, init);
      throw new TypeError('The response was lost');
    };
  }, method);

/** Ends the event stream, through which changes of other devices arrive, and every attempt to reopen it. */
export const blockStream = (page: Page) =>
  page.route('**/api/changes/stream', (route) => route.abort());
