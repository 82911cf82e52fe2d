import type { StoreName, Transaction, UserDatabase, Work } from '#client/sync/user-database.ts';
import { never, type Page } from './page.ts';
import { sleep, track } from './virtual-time.ts';
import type { World } from './world.ts';

/** Puts faults between a page and its database: transactions that take time or fail, and a page killed in the middle. */
export function simulateDisk(world: World, page: Page, database: UserDatabase): UserDatabase {
  const { random, faults, log, counts, ledger } = world;

  async function run<T>(
    kind: 'read' | 'write',
    stores: StoreName[],
    work: Work<T>,
    blobs?: Blob[],
  ): Promise<T> {
    if (!page.step()) return never();
    if (random.chance(faults.slowDisk)) await page.wait(sleep(random.int(1, 3000)));
    const isFull = kind === 'write' && random.chance(faults.disk);
    const workOrFail = async (transaction: Transaction) => {
      const result = await work(withSteps(transaction));
      if (!isFull) return result;
      counts.faults++;
      log(`${page.name}: the disk is full`);
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    const stored = await page.wait(track(database[kind](stores, workOrFail, blobs)));
    if (random.chance(faults.slowDisk)) await page.wait(sleep(random.int(1, 3000)));
    return stored;
  }

  /** Fails the transaction of a page that was killed: the browser aborts it. */
  function withSteps(transaction: Transaction): Transaction {
    const step = () => {
      if (!page.step()) throw new Error('killed');
    };
    return {
      async get(store, key) {
        step();
        return transaction.get(store, key);
      },
      async getAll(store, prefix) {
        step();
        return transaction.getAll(store, prefix);
      },
      async getNewest(prefix, count) {
        step();
        return transaction.getNewest(prefix, count);
      },
      async put(store, record) {
        step();
        if ('blob' in record) ledger.photoStored(record.path, record.blob.size);
        return transaction.put(store, record);
      },
      async delete(store, key) {
        step();
        return transaction.delete(store, key);
      },
    };
  }

  return {
    isPersistent: true,
    read: (stores, work) => run('read', stores, work),
    write: (stores, work, blobs) => run('write', stores, work, blobs),
  };
}
