import type { PhotoState } from '#client/photos/prepare-photo.ts';
import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import {
  type Edit,
  type OutboxEntry,
  type PhotoChange,
  unsentPhotoPath,
  uploadsOf,
} from './outbox-entry.ts';
import type { SyncEnvironment } from './sync-environment.ts';
import type { StoreName, Transaction } from './user-database.ts';

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
}: Pick<SyncEnvironment, 'database' | 'backup'> & {
  onChange(entity: string, ids: string[]): void;
}) {
  /** Replaces the entry of one item with the result of `work`, and deletes photos that are no longer needed. */
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

  /** Updates the entry of one item while `work` also stores photos, and tells the screens. */
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

/** Returns the Blobs that an edit stores. */
export const blobsOf = ({ photo }: Edit) => (photo.kind === 'captured' ? [photo.blob] : []);

/** Stores a new photo until it is uploaded. Returns what happens to the photo of the item. */
export async function storeUnsentPhoto(
  { put }: Transaction,
  photo: PhotoState,
  newId: () => string,
): Promise<PhotoChange> {
  if (photo.kind !== 'captured')
    return { kind: photo.kind === 'removed' ? 'removed' : 'unchanged' };
  const uploadId = newId();
  await put('photos', { path: unsentPhotoPath(uploadId), blob: photo.blob });
  return { kind: 'added', uploadId };
}

/** Returns the photo of an upload. It is missing if the browser has deleted it. */
export async function readUnsentPhoto({ get }: Transaction, uploadId: string) {
  return (await get('photos', [unsentPhotoPath(uploadId)]))?.blob;
}

/** Stores an entry in place of the one before, and deletes the photos that are not needed any more. */
export async function replaceEntry(
  transaction: Transaction,
  before: OutboxEntry | undefined,
  after: OutboxEntry | undefined,
) {
  if (after && after !== before) await transaction.put('outbox', after);
  if (!before) return;
  const { entity, id } = before;
  if (!after) await transaction.delete('outbox', [entity, id]);
  for (const uploadId of uploadsOf(before))
    if (!uploadsOf(after).includes(uploadId))
      await transaction.delete('photos', [unsentPhotoPath(uploadId)]);
}
