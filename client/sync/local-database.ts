import { type DBSchema, type IDBPDatabase, openDB, type StoreNames, type StoreValue } from 'idb';
import { LOCAL_DATABASE } from '#client/storage/local-database-name.ts';
import { fromStored, readBlobs, toStored } from './blobs-as-bytes.ts';
import type { Draft } from './draft.ts';
import type { Item } from './entity.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * The data on this device. Every key begins with the id of the user it belongs to. The database contains the bytes of a
 * Blob (blobs-as-bytes.ts).
 */
interface Stored extends DBSchema {
  /**
   * Items as the server last sent them. `seq` is the number of the change up to which that is known, `order` the
   * negative time of creation: the newest item is the first of its index.
   */
  items: {
    key: string[];
    value: { userId: string; entity: string; id: string; item: Item; seq: number; order: number };
    indexes: { newest: (string | number)[] };
  };
  /** Changes that the server has not confirmed yet, at most one per item. */
  outbox: { key: string[]; value: OutboxEntry };
  /** What a form holds before it is saved. */
  drafts: { key: string[]; value: Draft };
  /** Photos of unsent changes and drafts. */
  photos: { key: string[]; value: { userId: string; path: string; blob: Blob } };
  /** Small photos of lists, by their path on the server. */
  thumbnails: { key: string[]; value: { userId: string; path: string; blob: Blob } };
  /** The number of the latest change that the items of an entity contain, and when that was. */
  cursors: { key: string[]; value: { userId: string; entity: string; seq: number; at: string } };
  /** The users whose data is stored here; `bearer` is the session with which the service worker sends. */
  users: { key: string[]; value: { userId: string; bearer?: string } };
}

export type StoreName = StoreNames<Stored>;

/** Reads and writes within one transaction. Await nothing else: the transaction would end. */
export type Transaction = {
  get<S extends StoreName>(store: S, key: string[]): Promise<StoreValue<Stored, S> | undefined>;
  /** Reads the records whose key begins with `prefix`. */
  getAll<S extends StoreName>(store: S, prefix: string[]): Promise<StoreValue<Stored, S>[]>;
  /** Reads the newest items of an entity. */
  getNewest(prefix: string[], count: number): Promise<StoreValue<Stored, 'items'>[]>;
  put<S extends StoreName>(store: S, value: StoreValue<Stored, S>): Promise<unknown>;
  /** Deletes the record with this key, or all whose key begins with it. */
  delete(store: StoreName, key: string[]): Promise<unknown>;
};

export type LocalDatabase = {
  /** False if the browser has no usable database: the data then lasts as long as the page. */
  isPersistent: boolean;
  read<T>(stores: StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Stores everything that `work` writes, or nothing if it throws. `blobs` are all Blobs that it writes, except those
   * that it has read itself. Rejects if the disk is full. Takes effect before everything that is called later.
   */
  write<T>(
    stores: StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    blobs?: Blob[],
  ): Promise<T>;
  close(): void;
};

const KEYS: Record<StoreName, string[]> = {
  items: ['userId', 'entity', 'id'],
  outbox: ['userId', 'entity', 'id'],
  drafts: ['userId', 'entity', 'id'],
  photos: ['userId', 'path'],
  thumbnails: ['userId', 'path'],
  cursors: ['userId', 'entity'],
  users: ['userId'],
};
const STORES = Object.keys(KEYS) as StoreName[];

const VERSION = 1;
/** Some browsers never answer when their storage is damaged; a busy device may take seconds. */
const STORAGE_LIMIT_MS = 10_000;

/** Opens the database of this device, or one in memory if the browser refuses. */
export async function openLocalDatabase(name = LOCAL_DATABASE): Promise<LocalDatabase> {
  try {
    const opened = await open(name);
    // Fails if the database is damaged and a store is missing.
    opened.transaction(STORES);
    return inBrowser(name, opened);
  } catch {
    return inMemory();
  }
}

/** Deletes everything of a user. */
export const deleteAll = (database: LocalDatabase, userId: string) =>
  database.write(STORES, async (transaction) => {
    for (const store of STORES) await transaction.delete(store, [userId]);
  });

async function open(name: string): Promise<IDBPDatabase<Stored>> {
  const opening = openDB<Stored>(name, VERSION, {
    upgrade(database, _before, _after, transaction) {
      for (const store of STORES) database.createObjectStore(store, { keyPath: KEYS[store] });
      transaction.objectStore('items').createIndex('newest', ['userId', 'entity', 'order']);
    },
    // A newer version of the app in another tab needs the database to itself.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
  return inTime(opening).catch((error) => {
    void opening.then((late) => late.close()).catch(() => {});
    throw error;
  });
}

/** Rejects if the browser does not answer in time. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The browser did not answer in time')),
      STORAGE_LIMIT_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function inBrowser(name: string, opened: IDBPDatabase<Stored>): LocalDatabase {
  let database = Promise.resolve(opened);
  let lastBegun: Promise<unknown> = database;

  async function run<T>(
    mode: 'readonly' | 'readwrite',
    stores: StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    blobs: Blob[] = [],
  ): Promise<T> {
    // One after the other, so that no later call overtakes while bytes are read.
    const begun = lastBegun.then(async () => {
      const read = blobs.length > 0 ? await inTime(readBlobs(blobs)) : new Map();
      return { read, started: await begin(mode, stores) };
    });
    lastBegun = begun.catch(() => {});
    const { read, started } = await begun;
    // Handled below; without this, a failure before `work` ends would count as unhandled.
    started.done.catch(() => {});
    const within = <S extends StoreName>(store: S) => started.objectStore(store);
    const writable = within as (store: StoreName) => {
      put(value: unknown): Promise<unknown>;
      delete(key: IDBKeyRange): Promise<unknown>;
    };
    try {
      const result = await work({
        async get(store, key) {
          const found = await within(store).get(key);
          return found && fromStored(found, read);
        },
        async getAll(store, prefix) {
          const found = await within(store).getAll(startingWith(prefix));
          return found.map((one) => fromStored(one, read));
        },
        getNewest: (prefix, count) =>
          started.objectStore('items').index('newest').getAll(startingWith(prefix), count),
        put: async (store, value) => writable(store).put(toStored(value, read)),
        delete: (store, key) => writable(store).delete(startingWith(key)),
      });
      await started.done;
      return result;
    } catch (error) {
      // What made the browser end the transaction says more than the request that failed because of it.
      const reason = started.error ?? error;
      abort(started);
      throw reason;
    }
  }

  /** Begins a transaction. Opens the database again if the browser has closed it. */
  async function begin(mode: 'readonly' | 'readwrite', stores: StoreName[]) {
    try {
      return (await database).transaction(stores, mode);
    } catch {
      database = open(name);
      return (await database).transaction(stores, mode);
    }
  }

  return {
    isPersistent: true,
    read: (stores, work) => run('readonly', stores, work),
    write: (stores, work, blobs) => run('readwrite', stores, work, blobs),
    close: () => void database.then((open) => open.close()),
  };
}

function abort(transaction: { abort(): void }) {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** Returns the range of the keys that begin with `prefix`: an array sorts after every string. */
const startingWith = (prefix: string[]) => IDBKeyRange.bound(prefix, [...prefix, []]);

/** Keeps the data in memory. One transaction runs at a time, and a failed one changes nothing. */
function inMemory(): LocalDatabase {
  type Records = Map<string, unknown>;
  let stored = new Map<StoreName, Records>(STORES.map((name) => [name, new Map()]));
  let last: Promise<unknown> = Promise.resolve();

  function run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const result = last.then(async () => {
      const copy = new Map(STORES.map((name) => [name, new Map(stored.get(name))]));
      const found = await work(transactionOn(copy));
      stored = copy;
      return found;
    });
    last = result.catch(() => {});
    return result;
  }

  return {
    isPersistent: false,
    read: (_, work) => run(work),
    write: (_, work) => run(work),
    close() {},
  };
}

/** Returns a transaction on records in memory, by the JSON of their key. */
export function transactionOn(stored: Map<StoreName, Map<string, unknown>>): Transaction {
  // JSON of an array without its closing bracket begins like that of every longer array.
  const matching = (store: StoreName, prefix: string[]) => {
    const start = JSON.stringify(prefix).slice(0, -1);
    const isMatch = (key: string) => key === `${start}]` || key.startsWith(`${start},`);
    return [...(stored.get(store) ?? [])].filter(([key]) => isMatch(key));
  };
  return {
    get: async (store, key) => stored.get(store)?.get(JSON.stringify(key)) as never,
    getAll: async (store, prefix) => matching(store, prefix).map(([, value]) => value) as never,
    // Returns all: memory is fast enough.
    getNewest: async (prefix) => matching('items', prefix).map(([, value]) => value) as never,
    async put(store, value) {
      const record = value as unknown as Record<string, unknown>;
      stored.get(store)?.set(JSON.stringify(KEYS[store].map((name) => record[name])), value);
    },
    async delete(store, key) {
      for (const [found] of matching(store, key)) stored.get(store)?.delete(found);
    },
  };
}
