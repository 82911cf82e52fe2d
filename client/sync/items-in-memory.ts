import type { ItemKind } from '#shared/items.ts';
import { createQueue } from './in-turn.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { type ChangedConflict, RECEIVED_STORES, updateConflicts } from './stored-conflicts.ts';
import { storeList } from './stored-items.ts';
import type { StoreName, Transaction, UserDatabase, Work } from './user-database.ts';

/** A database whose items are in memory until they can be moved to the disk. */
export type ItemsInMemory = Pick<UserDatabase, 'read' | 'write'> & {
  /** Stores what the server sent, in memory if the disk fails. `work` may run again after a failure. */
  writeReceived<T>(stores: StoreName[], work: Work<T>): Promise<T>;
  /** Moves items that are only in memory to the disk. Returns the conflicts that have changed. */
  moveToDisk(kinds: readonly ItemKind[], isReset: boolean): Promise<ChangedConflict[]>;
};

/** The stores that the server can fill again. */
const IN_MEMORY: StoreName[] = ['items', 'cursors'];

/** Copies the items to memory and keeps them there. */
export async function keepItemsInMemory(disk: UserDatabase): Promise<ItemsInMemory> {
  /** Contains the items. Its other stores stay empty: everything else is only on the disk. */
  const memory = createMemoryDatabase();
  let isMoved = false;
  /** Each write begins with what the one before has left in memory. */
  const afterOthers = createQueue();
  await disk.read(IN_MEMORY, ({ getAll }) =>
    memory.write(IN_MEMORY, async ({ put }) => {
      for (const one of await getAll('items', [])) await put('items', one);
      for (const one of await getAll('cursors', [])) await put('cursors', one);
    }),
  );

  /** Runs `work` with the items in memory and everything else on the disk. */
  function run<T>(access: 'read' | 'write', stores: StoreName[], work: Work<T>, blobs?: Blob[]) {
    if (isMoved) return disk[access](stores, work, blobs);
    const onDisk = stores.filter((name) => !IN_MEMORY.includes(name));
    return memory[access](stores, (inMemory) =>
      onDisk.length === 0
        ? work(inMemory)
        : disk[access](onDisk, (transaction) => work(beside(transaction, inMemory)), blobs),
    );
  }

  return {
    read: (stores, work) => run('read', stores, work),
    write: (stores, work, blobs) => afterOthers(() => run('write', stores, work, blobs)),
    writeReceived: (stores, work) =>
      afterOthers(() =>
        run('write', stores, work).catch((error) => {
          if (isMoved) throw error;
          return memory.write(stores, work);
        }),
      ),
    moveToDisk: (kinds, isReset) =>
      afterOthers(async () => {
        if (isMoved) return [];
        const changed = await memory.read(IN_MEMORY, ({ getAll }) =>
          disk.write(RECEIVED_STORES, async (transaction) => {
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
          }),
        );
        isMoved = true;
        return changed;
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
    put: (store, record) => of(store).put(store, record),
    delete: (store, key) => of(store).delete(store, key),
  };
}
