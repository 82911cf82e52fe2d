import { createStore, type ReadableStore } from '#client/state/store.ts';
import type { ItemsInMemory } from './items-in-memory.ts';
import { storageMessage } from './messages.ts';
import type { UserDatabase } from './user-database.ts';

/*
 * While the disk is full or fails, items from the server are kept in memory, so that they are shown, follow changes and
 * are not loaded again and again. What the user writes is never kept only in memory: storing it fails.
 */

export type ReceivingDatabase = UserDatabase &
  ItemsInMemory & {
    /** The reason why items are only in memory; undefined while they are stored. */
    memoryReason: ReadableStore<string | undefined>;
  };

/** Extends a user's database so that items stay in memory while the disk fails. */
export function createReceivingDatabase(disk: UserDatabase): ReceivingDatabase {
  const memoryReason = createStore<string | undefined>(undefined);
  let memory: ItemsInMemory | undefined;
  let opening: Promise<ItemsInMemory> | undefined;

  /** Copies the items to memory, once. Loads the code for that only here, because few users need it. */
  async function openMemory() {
    opening ??= import('./items-in-memory.ts').then(({ keepItemsInMemory }) =>
      keepItemsInMemory(disk),
    );
    try {
      memory = await opening;
      return memory;
    } finally {
      opening = undefined;
    }
  }

  return {
    isPersistent: disk.isPersistent,
    memoryReason,
    read: (stores, work) => (memory ?? disk).read(stores, work),
    write: (stores, work, blobs) => (memory ?? disk).write(stores, work, blobs),

    async writeReceived(stores, work) {
      if (memory) return memory.writeReceived(stores, work);
      try {
        return await disk.write(stores, work);
      } catch (error) {
        console.error('Items could not be stored', error);
        const opened = memory ?? (await openMemory());
        memoryReason.set(storageMessage(error));
        return opened.writeReceived(stores, work);
      }
    },

    /** Does nothing if the disk still fails. */
    async moveToDisk(kinds, isReset) {
      if (!memory) return [];
      try {
        const changed = await memory.moveToDisk(kinds, isReset);
        memory = undefined;
        memoryReason.set(undefined);
        return changed;
      } catch (error) {
        console.error('Items are still only in memory', error);
        return [];
      }
    },
  };
}
