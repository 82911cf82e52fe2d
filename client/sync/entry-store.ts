import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { UnsentBackup } from './unsent-backup.ts';
import { replaceEntry } from './unsent-photos.ts';
import type { StoreName, Transaction, UserDatabase } from './user-database.ts';

const STORES: StoreName[] = ['items', 'thumbnails', 'cursors', 'outbox', 'photos', 'drafts'];

type Work<T> = (
  transaction: Transaction,
  entry: OutboxEntry | undefined,
  item: Item | undefined,
) => Promise<{ entry?: OutboxEntry; added?: OutboxEntry; result: T }>;

/** Updates the entries of one user's outbox, each in one transaction. */
export function createEntryStore({
  database,
  onChange,
  backup,
}: {
  database: UserDatabase;
  onChange(entity: string, ids: string[]): void;
  backup: UnsentBackup | undefined;
}) {
  /** Replaces the entry of one item by the one that `work` returns, and deletes photos that are not needed any more. */
  async function store<T>(kind: ItemKind, id: string, work: Work<T>, blobs?: Blob[]) {
    const key = [kind.many, id];
    const replace = async (transaction: Transaction) => {
      const before = await transaction.get('outbox', key);
      const stored = await transaction.get('items', key);
      const { entry: after, added, result } = await work(transaction, before, stored?.item);
      if (added) await transaction.put('outbox', added);
      await replaceEntry(transaction, before, after);
      return { before, after, added, result };
    };
    const { before, after, added, result } = await database.write(STORES, replace, blobs);
    if (before !== after) await backup?.update(before, after);
    if (added) await backup?.update(undefined, added);
    return { result, added };
  }

  /** Updates the entry of one item, for which `work` stores photos, and tells the screens. */
  async function changeWith<T>(kind: ItemKind, id: string, blobs: Blob[], work: Work<T>) {
    const { result, added } = await store(kind, id, work, blobs);
    onChange(kind.many, added ? [id, added.id] : [id]);
    return result;
  }

  return {
    changeWith,

    /** Updates the entry of one item, and tells the screens. */
    change: <T>(kind: ItemKind, id: string, work: Work<T>) => changeWith(kind, id, [], work),

    /** Updates the entry of one item in a way that no screen shows. */
    update: async <T>(kind: ItemKind, id: string, work: Work<T>): Promise<T> =>
      (await store(kind, id, work)).result,
  };
}
