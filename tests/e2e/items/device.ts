import type { Page } from '@playwright/test';
import { app } from '#app';
import { expect } from '#tests/e2e/support/fixtures.ts';

type StoreName = 'items' | 'outbox' | 'drafts' | 'photos' | 'thumbnails' | 'cursors' | 'users';

/** Lists the keys of a store in the local database of the app. Each begins with the id of its user. */
export const storedKeys = (page: Page, store: StoreName) =>
  page.evaluate(
    async ({ name, store }) => {
      // Opening a database that does not exist would create it without its stores.
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return [];
      return new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store).getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      });
    },
    { name: `${app.id}.local`, store },
  );

/** Deletes what a store contains, as a browser that needs space does. */
export const clearStore = (page: Page, store: StoreName) =>
  page.evaluate(
    ({ name, store }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const clearing = opening.result.transaction(store, 'readwrite');
          clearing.objectStore(store).clear();
          clearing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { name: `${app.id}.local`, store },
  );

export const draftKeys = (page: Page) => storedKeys(page, 'drafts');

/** Waits until the server has every change that was saved on this device. */
export const expectOutboxEmpty = (page: Page) =>
  expect.poll(() => storedKeys(page, 'outbox')).toEqual([]);

/** Stores drafts unchanged, without the app. */
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

/** Reads local storage, session storage, all databases and all caches of the page as one text. */
export function readAllStorage(page: Page) {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const request = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        found.push(all.result);
      }
      database.close();
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return JSON.stringify(found, (name, value) => (name === 'bytes' ? '[photo]' : value));
  });
}
