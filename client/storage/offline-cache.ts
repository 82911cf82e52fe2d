import { app } from '#app';
import { type BrowserStore, browserStore } from './browser-database.ts';

/** A list as it was last loaded from the server. */
export type OfflineList<Item> = { userId: string; items: Item[]; loadedAt: string };

type WithPhoto = { photo_path: string | null };

const store: BrowserStore = browserStore(`${app.id}.offline`, 'cache');
const photoKey = (path: string) => `photo ${path}`;
const listKey = (name: string) => `list ${name}`;
const keysOf = (kind: 'photo' | 'list') => IDBKeyRange.bound(`${kind} `, `${kind} \uffff`);

/** Stores a list so it can be shown offline, and deletes stored photos that no stored list contains. */
export function saveOffline<Item extends WithPhoto>(name: string, list: OfflineList<Item>) {
  return store.write((cache) => {
    cache.put(list, listKey(name));
    const lists: IDBRequest<OfflineList<WithPhoto>[]> = cache.getAll(keysOf('list'));
    lists.onsuccess = () => {
      const paths = lists.result.flatMap(({ items }) => items.map((item) => item.photo_path));
      const used = new Set(paths.map((path) => photoKey(path ?? '')));
      const keys = cache.getAllKeys(keysOf('photo'));
      keys.onsuccess = () => {
        for (const key of keys.result) if (!used.has(String(key))) cache.delete(key);
      };
    };
  });
}

/** Returns the stored list if it belongs to this user. */
export async function readOffline<Item extends WithPhoto>(
  name: string,
  userId: string,
): Promise<OfflineList<Item> | undefined> {
  const list = await store.read<OfflineList<Item>>(listKey(name));
  return list?.userId === userId ? list : undefined;
}

export const saveOfflinePhoto = (path: string, photo: Blob) =>
  store.write((cache) => cache.put(photo, photoKey(path)));

export const readOfflinePhoto = (path: string) => store.read<Blob>(photoKey(path));

/** Deletes everything stored for offline use; called when another user signs in or this one signs out. */
export const clearOffline = () => store.write((cache) => cache.clear());
