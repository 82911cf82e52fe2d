import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { LOCAL_DATABASE } from '#client/storage/local-database-name.ts';
import { within } from '#client/time-limit.ts';
import { fromStored, type ReadBlobs, readBlobs, toStored } from './blobs-as-bytes.ts';
import { createQueue } from './in-turn.ts';
import { createMemoryDatabase } from './memory-database.ts';
import {
  KEYS,
  type Records,
  STORES,
  type StoreName,
  type Transaction,
  type UserDatabase,
  type Work,
} from './user-database.ts';

/** The database of this device, with the data of all its users. */
export type LocalDatabase = {
  /** False if the browser has no usable database: the data then lasts as long as the page. */
  isPersistent: boolean;
  /** Returns the data of one user. */
  forUser(userId: string): UserDatabase;
  /** Lists the users who have signed in here; `bearer` is the session with which the service worker sends. */
  readUsers(): Promise<Owned<'users'>[]>;
  close(): void;
};

/** A record as it is stored, with the user id, which is the first part of its key. */
type Owned<S extends StoreName> = Records[S] & { userId: string };

/** What IndexedDB contains. A Blob is stored as its bytes (blobs-as-bytes.ts). */
type Stored = {
  [S in StoreName]: { key: string[]; value: Owned<S>; indexes: Indexes<S> };
};
type Indexes<S> = S extends 'items' ? { newest: (string | number)[] } : Record<never, never>;

type Mode = 'readonly' | 'readwrite';
type Started = IDBPTransaction<Stored, StoreName[], Mode>;

/** Increase it only together with an upgrade that keeps the existing stores. */
const VERSION = 1;
/** Some browsers never answer if their storage is damaged; a busy device may take seconds. */
const STORAGE_LIMIT_MS = 10_000;

/** Opens the database of this device, or a database in memory if the browser refuses. */
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

async function open(name: string): Promise<IDBPDatabase<Stored>> {
  const opening = openDB<Stored>(name, VERSION, {
    upgrade(database, _before, _after, transaction) {
      for (const store of STORES)
        database.createObjectStore(store, { keyPath: ['userId', ...KEYS[store]] });
      transaction.objectStore('items').createIndex('newest', ['userId', 'entity', 'order']);
    },
    // A newer version of the app in another tab needs exclusive access to the database.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
  return inTime(opening).catch((error) => {
    void opening.then((late) => late.close()).catch(() => {});
    throw error;
  });
}

/** Rejects if the browser does not answer in time. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  if ((await within(STORAGE_LIMIT_MS, work)) === 'late')
    throw new Error('The browser did not answer in time');
  return work;
}

function inBrowser(name: string, opened: IDBPDatabase<Stored>): LocalDatabase {
  let database = Promise.resolve(opened);
  const afterOthers = createQueue();

  async function run<T>(
    mode: Mode,
    stores: StoreName[],
    work: (started: Started, read: ReadBlobs) => Promise<T>,
    blobs: Blob[] = [],
  ): Promise<T> {
    // One after the other, so that no later call overtakes this one while bytes are read.
    const { read, started } = await afterOthers(async () => {
      const read: ReadBlobs = blobs.length > 0 ? await inTime(readBlobs(blobs)) : new Map();
      return { read, started: await begin(mode, stores) };
    });
    // Handled below; without this, a failure before `work` ends would count as unhandled.
    started.done.catch(() => {});
    try {
      const result = await work(started, read);
      await started.done;
      return result;
    } catch (error) {
      // The error that ended the transaction says more than the request that failed because of it.
      const reason = started.error ?? error;
      abort(started);
      throw reason;
    }
  }

  /** Begins a transaction. Reopens the database if the browser has closed it. */
  async function begin(mode: Mode, stores: StoreName[]) {
    try {
      return (await database).transaction(stores, mode);
    } catch {
      database = open(name);
      return (await database).transaction(stores, mode);
    }
  }

  return {
    isPersistent: true,
    forUser(userId) {
      const on =
        <T>(work: Work<T>) =>
        (started: Started, read: ReadBlobs) =>
          work(transactionOf(userId, started, read));
      return {
        isPersistent: true,
        read: (stores, work) => run('readonly', stores, on(work)),
        write: (stores, work, blobs) => run('readwrite', stores, on(work), blobs),
      };
    },
    readUsers: () => run('readonly', ['users'], (started) => started.objectStore('users').getAll()),
    close: () => void database.then((open) => open.close()),
  };
}

/** Returns a transaction that only reaches one user's records: every key begins with the user id. */
function transactionOf(userId: string, started: Started, read: ReadBlobs): Transaction {
  const within = <S extends StoreName>(store: S) => started.objectStore(store);
  const writable = within as (store: StoreName) => {
    put(record: object): Promise<unknown>;
    delete(key: IDBKeyRange): Promise<unknown>;
  };
  const keyOf = (key: string[]) => [userId, ...key];
  /** Returns the range of the keys that begin with `prefix`: an array sorts after every string. */
  const startingWith = (prefix: string[]) =>
    IDBKeyRange.bound(keyOf(prefix), [...keyOf(prefix), []]);
  const withoutUser = <S extends StoreName>({ userId: _userId, ...record }: Stored[S]['value']) =>
    fromStored(record, read) as object as Records[S];

  return {
    async get<S extends StoreName>(store: S, key: string[]) {
      const found = await within(store).get(keyOf(key));
      return found && withoutUser<S>(found);
    },
    async getAll<S extends StoreName>(store: S, prefix: string[]) {
      const found = await within(store).getAll(startingWith(prefix));
      return found.map((one) => withoutUser<S>(one));
    },
    async getNewest(prefix, count) {
      const newest = started.objectStore('items').index('newest');
      const found = await newest.getAll(startingWith(prefix), count);
      return found.map((one) => withoutUser<'items'>(one));
    },
    put: async (store, record) => writable(store).put({ ...toStored(record, read), userId }),
    delete: (store, key) => writable(store).delete(startingWith(key)),
  };
}

function abort(transaction: { abort(): void }) {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** Keeps the data of each user in memory. */
function inMemory(): LocalDatabase {
  const databases = new Map<string, UserDatabase>();
  return {
    isPersistent: false,
    forUser(userId) {
      const database = databases.get(userId) ?? createMemoryDatabase();
      databases.set(userId, database);
      return database;
    },
    async readUsers() {
      const users: Owned<'users'>[] = [];
      for (const [userId, { read }] of databases) {
        const user = await read(['users'], ({ get }) => get('users', []));
        if (user) users.push({ ...user, userId });
      }
      return users;
    },
    close() {},
  };
}
