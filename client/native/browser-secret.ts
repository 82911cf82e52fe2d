import { type IDBPObjectStore, openDB } from 'idb';
import { app } from '#app';
import type { SecretStore } from './definitions.ts';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const DATABASE = `${app.id}.remember`;
const STORE = 'remember';
const KEY = 'key';
const SEALED = 'sealed';

/**
 * Stores the text encrypted in IndexedDB. The key is non-extractable: scripts can use it but not
 * read it. It lies in the same browser profile as the text, so this keeps the text out of plain
 * view only. A copy of the profile is enough to recover it, and a script on this page could decrypt it.
 * The web platform offers nothing stronger without asking the user for another secret.
 */
export const browserSecret = {
  async read() {
    const [key, sealed]: [CryptoKey?, Sealed?] = await withStore(async (store) => [
      await store.get(KEY),
      await store.get(SEALED),
    ]);
    if (!key || !sealed) return undefined;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data);
    return new TextDecoder().decode(plain);
  },

  async write(text) {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      key,
      new TextEncoder().encode(text),
    );
    await withStore(async (store) => {
      await store.put(key, KEY);
      await store.put({ iv, data } satisfies Sealed, SEALED);
    });
  },

  clear: () => withStore((store) => store.clear()),
} satisfies SecretStore;

/** Runs one transaction. Opens the database each time, so that no tab blocks another. */
async function withStore<T>(work: (store: SecretObjectStore) => Promise<T>): Promise<T> {
  const database = await openDB(DATABASE, 1, {
    upgrade: (created) => void created.createObjectStore(STORE),
  });
  try {
    const transaction = database.transaction(STORE, 'readwrite');
    const result = await work(transaction.store);
    await transaction.done;
    return result;
  } finally {
    database.close();
  }
}

type SecretObjectStore = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, 'readwrite'>;
