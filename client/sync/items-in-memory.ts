import type { ItemKind } from '#shared/items.ts';
import { copyOf, type RecordsInMemory, transactionOn } from './memory-database.ts';
import { type ChangedConflict, RECEIVED_STORES, updateConflicts } from './stored-conflicts.ts';
import { storeList } from './stored-items.ts';
import type { StoreName, Transaction, UserDatabase, Work } from './user-database.ts';

/** A database whose items are in memory until they can be moved to the disk. */
export type ItemsInMemory = Pick<UserDatabase, 'read' | 'write'> & {
  /** Stores what the server sent. If the disk fails, only the items in memory are stored. */
  writeReceived<T>(stores: StoreName[], work: Work<T>): Promise<T>;
  /** Stores everything on the disk. Returns the conflicts that have changed. */
  moveToDisk(kinds: readonly ItemKind[], isReset: boolean): Promise<ChangedConflict[]>;
};

/** The stores that the server can fill again. */
const IN_MEMORY: StoreName[] = ['items', 'cursors'];

/** Copies the items to memory and keeps them there. */
export async function keepItemsInMemory(disk: UserDatabase): Promise<ItemsInMemory> {
  /** Undefined once they are on the disk. */
  let records: RecordsInMemory | undefined = await readItems(disk);
  let last: Promise<unknown> = Promise.resolve();

  /** Runs writes one after the other: each begins with what the one before has left in memory. */
  function afterOthers<T>(write: () => Promise<T>): Promise<T> {
    const result = last.then(write);
    last = result.catch(() => {});
    return result;
  }

  /** Runs `work` with the items in memory and everything else on the disk; without a disk, everything else is empty. */
  async function writeBeside<T>(
    stores: StoreName[],
    work: Work<T>,
    blobs?: Blob[],
    hasDisk = true,
  ): Promise<T> {
    if (!records) return disk.write(stores, work, blobs);
    const copy = copyOf(records);
    const onDisk = stores.filter((name) => hasDisk && !IN_MEMORY.includes(name));
    const run = (transaction: Transaction) => work(beside(transaction, transactionOn(copy)));
    const result = await (onDisk.length > 0 ? disk.write(onDisk, run, blobs) : run(NOTHING));
    records = copy;
    return result;
  }

  return {
    read(stores, work) {
      if (!records) return disk.read(stores, work);
      const inMemory = transactionOn(records);
      const onDisk = stores.filter((name) => !IN_MEMORY.includes(name));
      if (onDisk.length === 0) return work(inMemory);
      return disk.read(onDisk, (transaction) => work(beside(transaction, inMemory)));
    },
    write: (stores, work, blobs) => afterOthers(() => writeBeside(stores, work, blobs)),
    writeReceived: (stores, work) =>
      afterOthers(() =>
        writeBeside(stores, work).catch(() => writeBeside(stores, work, undefined, false)),
      ),
    moveToDisk: (kinds, isReset) =>
      afterOthers(async () => {
        const { getAll } = transactionOn(records ?? copyOf());
        const changed = await disk.write(RECEIVED_STORES, async (transaction) => {
          const all: ChangedConflict[] = [];
          for (const { entity, seq, at } of await getAll('cursors', [])) {
            const kind = kinds.find(({ many }) => many === entity);
            if (!kind) continue;
            const items = (await getAll('items', [entity])).map(({ item }) => item);
            // Another tab may have stored newer items.
            await storeList(transaction, kind, { items, seq, at, isReset });
            all.push(...(await updateConflicts(transaction, kind, isReset)));
          }
          return all;
        });
        records = undefined;
        return changed;
      }),
  };
}

async function readItems(disk: UserDatabase): Promise<RecordsInMemory> {
  const records = copyOf();
  const { put } = transactionOn(records);
  await disk.read(IN_MEMORY, async ({ getAll }) => {
    for (const one of await getAll('items', [])) await put('items', one);
    for (const one of await getAll('cursors', [])) await put('cursors', one);
  });
  return records;
}

/** Returns a transaction whose items are in memory. */
function beside(onDisk: Transaction, inMemory: Transaction): Transaction {
  const of = (store: StoreName) => (IN_MEMORY.includes(store) ? inMemory : onDisk);
  return {
    get: (store, key) => of(store).get(store, key),
    getAll: (store, prefix) => of(store).getAll(store, prefix),
    getNewest: inMemory.getNewest,
    put: (store, record) => of(store).put(store, record),
    delete: (store, key) => of(store).delete(store, key),
  };
}

/** Replaces a failing disk: it has nothing and stores nothing. */
const NOTHING: Transaction = {
  get: async () => undefined,
  getAll: async () => [],
  getNewest: async () => [],
  put: async () => {},
  delete: async () => {},
};
