import { createQueue } from './in-turn.ts';
import {
  KEYS,
  type Records,
  type StoreName,
  type Transaction,
  type UserDatabase,
  type Work,
} from './user-database.ts';

/** Records in memory, by serialized key. */
type RecordsInMemory = { [S in StoreName]: Map<string, Records[S]> };

/** Keeps the data of one user in memory. One transaction runs at a time, and a failed one changes nothing. */
export function createMemoryDatabase(): UserDatabase {
  let records = copyOf();
  const afterOthers = createQueue();

  const run = <T>(work: Work<T>) =>
    afterOthers(async () => {
      const copy = copyOf(records);
      const found = await work(transactionOn(copy));
      records = copy;
      return found;
    });

  return {
    isPersistent: false,
    read: (_, work) => run(work),
    write: (_, work) => run(work),
  };
}

/** Copies records, so that changing the copy does not change the original. */
const copyOf = (records?: RecordsInMemory): RecordsInMemory => ({
  items: new Map(records?.items),
  outbox: new Map(records?.outbox),
  drafts: new Map(records?.drafts),
  photos: new Map(records?.photos),
  thumbnails: new Map(records?.thumbnails),
  cursors: new Map(records?.cursors),
  users: new Map(records?.users),
});

/** Returns a transaction on records in memory. */
function transactionOn(records: RecordsInMemory): Transaction {
  async function getAll<S extends StoreName>(store: S, prefix: string[]): Promise<Records[S][]> {
    const start = textOf(prefix);
    return [...records[store]].filter(([key]) => key.startsWith(start)).map(([, record]) => record);
  }
  return {
    get: async (store, key) => records[store].get(textOf(key)),
    getAll,
    // Returns all items: memory is fast enough.
    getNewest: (prefix) => getAll('items', prefix),
    async put(store, record) {
      records[store].set(textOf(KEYS[store].map((name) => record[name])), record);
    },
    async delete(store, key) {
      const start = textOf(key);
      for (const found of [...records[store].keys()])
        if (found.startsWith(start)) records[store].delete(found);
    },
  };
}

/** Serializes a key, so that a serialized prefix is a prefix of the serialized key. */
const textOf = (key: unknown[]) => key.map((part) => `${JSON.stringify(part)},`).join('');
