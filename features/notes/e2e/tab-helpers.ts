import type { Page } from '@playwright/test';
import { app } from '#app';

/** Ends a tab as a crash does: no code of the page runs any more. */
export async function crash(page: Page) {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // Never answered.
  void session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Stores drafts as they are, without the app. */
export const putDrafts = (page: Page, drafts: object[]) =>
  page.evaluate(
    async ({ name, drafts }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open(name));
      const transaction = database.transaction('drafts', 'readwrite');
      for (const draft of drafts) transaction.objectStore('drafts').put(draft);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    },
    { name: `${app.id}.local`, drafts },
  );
