import type { Page } from '@playwright/test';

/** Ends a tab like a crash: the page's code stops running. */
export async function crash(page: Page) {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // Never answered.
  void session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** A moment at which a tab crashes. Returns a promise that resolves when the moment has come; the tab then stops. */
export type Moment = (page: Page) => Promise<() => Promise<void>>;

/** While a transaction writes to a store, before it is committed. */
export const duringTransaction =
  (store: 'outbox' | 'drafts'): Moment =>
  async (page) => {
    await page.evaluate((store) => {
      for (const name of ['put', 'delete'] as const) {
        const original = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest;
        Object.assign(IDBObjectStore.prototype, {
          [name](this: IDBObjectStore, ...args: unknown[]) {
            const keepOpen = () => {
              this.count().onsuccess = keepOpen;
            };
            if (this.name === store) {
              keepOpen();
              Object.assign(window, { isHeld: true });
            }
            return original.apply(this, args);
          },
        });
      }
    }, store);
    return async () => void (await page.waitForFunction(() => 'isHeld' in window));
  };

/** Before a request reaches the server. */
export const beforeRequest = (method: string, path: string | RegExp) =>
  aroundRequest(method, path, false);

/** After the server has handled a request, before the page gets the response. */
export const afterRequest = (method: string, path: string | RegExp) =>
  aroundRequest(method, path, true);

const aroundRequest =
  (method: string, path: string | RegExp, isHandled: boolean): Moment =>
  async (page) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(path, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      if (isHandled) await route.fetch();
      resolve();
    });
    return () => promise;
  };

/** Runs an action in a tab that crashes at a given moment of the action. */
export async function crashAt(page: Page, moment: Moment, act: () => Promise<unknown>) {
  const reached = await moment(page);
  await act();
  await reached();
  await crash(page);
}
