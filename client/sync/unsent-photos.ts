import type { PhotoState } from '#client/photos/prepare-photo.ts';
import type { Edit } from './edit.ts';
import { type OutboxEntry, type PhotoChange, unsentPhotoPath, uploadsOf } from './outbox-entry.ts';
import type { Transaction } from './user-database.ts';

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
