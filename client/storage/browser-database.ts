/** An object store of IndexedDB, for what local storage cannot hold: keys and pictures. */
export type BrowserStore = {
  read<T>(key: IDBValidKey): Promise<T | undefined>;
  /** Applies the whole change in one transaction, or nothing of it. */
  write(change: (store: IDBObjectStore) => void): Promise<void>;
};

/** Makes a store that opens the database for each use, so that no tab blocks another. */
export function browserStore(database: string, name: string): BrowserStore {
  return {
    async read(key) {
      const opened = await open(database, name);
      try {
        return await settled(opened.transaction(name).objectStore(name).get(key));
      } finally {
        opened.close();
      }
    },

    async write(change) {
      const opened = await open(database, name);
      try {
        const transaction = opened.transaction(name, 'readwrite');
        change(transaction.objectStore(name));
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
        });
      } finally {
        opened.close();
      }
    },
  };
}

function open(database: string, name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(name);
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
