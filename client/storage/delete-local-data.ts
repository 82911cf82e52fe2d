import { isNative } from '#client/native/platform.ts';
import { LOCAL_DATABASE } from './local-database-name.ts';
import { NOBODY } from './nobody.ts';

/** Returns the native app's folder with the backup of a user's unsent changes. */
export const unsentFolder = (userId: string) => `unsent/${userId}`;

const CACHES = ['items', 'thumbnails', 'cursors', 'users'];

/*
 * Part of the first download and without a library: users can sign out on every screen, and then their data must be
 * deleted even if nothing else can be loaded.
 */

/** Deletes everything that is stored on this device for a user, and shared content that was not taken yet. */
export async function deleteLocalData(userId: string) {
  const of = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);
  await eachStore((store) => {
    store.delete(of(userId));
    store.delete(of(NOBODY));
  });
  if (!isNative()) return;
  const { openDevice } = await import('#client/native/index.ts');
  await (await openDevice()).files?.removeFolder(unsentFolder(userId));
}

/** Deletes all users' sessions and copies of server data. Keeps unsent changes and drafts. */
export const deleteCachedData = () =>
  eachStore((store) => CACHES.includes(store.name) && store.clear());

async function eachStore(change: (store: IDBObjectStore) => unknown) {
  const database = await openExisting();
  if (!database) return;
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names, 'readwrite');
  for (const name of names) change(transaction.objectStore(name));
  transaction.oncomplete = transaction.onabort = () => database.close();
}

/** Opens the database, or resolves with undefined if there is none. */
function openExisting(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    // Without a database there is nothing to delete.
    if (typeof indexedDB === 'undefined') return resolve(undefined);
    const request = indexedDB.open(LOCAL_DATABASE);
    // It does not exist yet: aborting keeps it from being created empty.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}
