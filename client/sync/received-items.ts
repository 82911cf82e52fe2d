import { createStore, type ReadableStore } from '#client/components/store.ts';
import {
  type LocalDatabase,
  type StoreName,
  type Transaction,
  transactionOn,
} from './local-database.ts';
import { storageMessage } from './messages.ts';

/*
 * Items that the server sends are kept in memory while the disk is full or fails: they are shown and follow changes, and
 * are not loaded again and again. What the person writes is never kept in memory alone: storing it fails.
 */

export type ReceivingDatabase = LocalDatabase & {
  /** Says why items are only in memory; undefined while they are stored. */
  memoryReason: ReadableStore<string | undefined>;
  /** Stores what the server sent, in memory if the disk fails. `work` may run again after a failure. */
  writeReceived<T>(stores: StoreName[], work: Work<T>): Promise<T>;
  /** Stores on the disk what is only in memory, which `work` reads. Does nothing if there is nothing or the disk fails. */
  moveToDisk(
    stores: StoreName[],
    work: (transaction: Transaction, memory: Transaction) => Promise<void>,
  ): Promise<void>;
};

type Work<T> = (transaction: Transaction) => Promise<T>;
type Memory = Map<StoreName, Map<string, unknown>>;

/** The stores that the server can fill again. */
const IN_MEMORY: StoreName[] = ['items', 'cursors'];

/** Adds to the database of a user that items stay in memory while the disk fails. */
export function createReceivingDatabase(disk: LocalDatabase, userId: string): ReceivingDatabase {
  const memoryReason = createStore<string | undefined>(undefined);
  let memory: Memory | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs writes one after the other: each begins with what the one before has left in memory. */
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const result = last.then(write);
    last = result.catch(() => {});
    return result;
  }

  /** Runs `work` with the items in memory and everything else on the disk; without a disk, that is empty. */
  async function writeBeside<T>(
    current: Memory,
    stores: StoreName[],
    work: Work<T>,
    blobs?: Blob[],
    hasDisk = true,
  ): Promise<T> {
    const copy: Memory = new Map(IN_MEMORY.map((name) => [name, new Map(current.get(name))]));
    const onDisk = stores.filter((name) => hasDisk && !IN_MEMORY.includes(name));
    const run = (transaction: Transaction) => work(beside(transaction, transactionOn(copy)));
    const result = await (onDisk.length > 0 ? disk.write(onDisk, run, blobs) : run(NOTHING));
    memory = copy;
    return result;
  }

  async function moveToMemory(error: unknown) {
    const copy: Memory = new Map(IN_MEMORY.map((name) => [name, new Map()]));
    await disk.read(IN_MEMORY, async ({ getAll }) => {
      const { put } = transactionOn(copy);
      for (const one of await getAll('items', [userId])) await put('items', one);
      for (const one of await getAll('cursors', [userId])) await put('cursors', one);
    });
    console.error('Items are only in memory', error);
    memory = copy;
    memoryReason.set(storageMessage(error));
    return copy;
  }

  return {
    isPersistent: disk.isPersistent,
    close: disk.close,
    memoryReason,

    read(stores, work) {
      if (!memory) return disk.read(stores, work);
      const inMemory = transactionOn(memory);
      const onDisk = stores.filter((name) => !IN_MEMORY.includes(name));
      if (onDisk.length === 0) return work(inMemory);
      return disk.read(onDisk, (transaction) => work(beside(transaction, inMemory)));
    },

    write: (stores, work, blobs) =>
      memory
        ? inTurn(() =>
            memory ? writeBeside(memory, stores, work, blobs) : disk.write(stores, work, blobs),
          )
        : disk.write(stores, work, blobs),

    writeReceived: (stores, work) =>
      inTurn(async () => {
        let current = memory;
        if (!current) {
          try {
            return await disk.write(stores, work);
          } catch (error) {
            current = await moveToMemory(error);
          }
        }
        try {
          return await writeBeside(current, stores, work);
        } catch {
          return writeBeside(current, stores, work, [], false);
        }
      }),

    moveToDisk: (stores, work) =>
      inTurn(async () => {
        if (!memory) return;
        const inMemory = transactionOn(memory);
        try {
          await disk.write(stores, (transaction) => work(transaction, inMemory));
          memory = undefined;
          memoryReason.set(undefined);
        } catch (error) {
          console.error('Items are still only in memory', error);
        }
      }),
  };
}

/** Returns a transaction whose items are in memory. */
function beside(onDisk: Transaction, inMemory: Transaction): Transaction {
  const of = (store: StoreName) => (IN_MEMORY.includes(store) ? inMemory : onDisk);
  return {
    get: (store, key) => of(store).get(store, key),
    getAll: (store, prefix) => of(store).getAll(store, prefix),
    getNewest: inMemory.getNewest,
    put: (store, value) => of(store).put(store, value),
    delete: (store, key) => of(store).delete(store, key),
  };
}

/** Stands for a disk that fails: it has nothing and stores nothing. */
const NOTHING: Transaction = {
  get: async () => undefined,
  getAll: async () => [],
  getNewest: async () => [],
  put: async () => {},
  delete: async () => {},
};
