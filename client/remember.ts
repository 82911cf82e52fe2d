import { app } from '#app';

/**
 * "Remember me": email, password and the choice itself, encrypted with a key that the browser
 * keeps and never hands out. Reading the disk or the storage gives nobody the password.
 */
export type Remembered = { email: string; password: string; rememberMe: true };

const DATABASE = `${app.id}.remember`;
const STORE = 'remember';
const KEY = 'key';
const SEALED = 'sealed';

export async function loadRemembered(): Promise<Remembered | undefined> {
  try {
    const { key, sealed } = await readStore();
    if (!key || !sealed) return undefined;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    // A private window, a lost key or a page without TLS: then nothing is remembered.
    return undefined;
  }
}

export async function saveRemembered(email: string, password: string): Promise<void> {
  const remembered: Remembered = { email, password, rememberMe: true };
  try {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(remembered));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
    await write((store) => {
      store.put(key, KEY);
      store.put({ iv, data } satisfies Sealed, SEALED);
    });
  } catch {
    // Not remembering is safe; failing the sign-in over it would not be kind.
  }
}

export async function forgetRemembered(): Promise<void> {
  try {
    await write((store) => store.clear());
  } catch {
    // No storage, nothing to forget.
  }
}

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

async function readStore(): Promise<{ key?: CryptoKey; sealed?: Sealed }> {
  const database = await open();
  try {
    const store = database.transaction(STORE).objectStore(STORE);
    const [key, sealed] = await Promise.all([settled(store.get(KEY)), settled(store.get(SEALED))]);
    return { key, sealed };
  } finally {
    database.close();
  }
}

async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, 'readwrite');
    change(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
