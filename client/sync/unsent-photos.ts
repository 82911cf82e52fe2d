import type { Edit } from './edit.ts';
import type { Transaction } from './local-database.ts';
import { type OutboxEntry, type PhotoChange, unsentPhotoPath, uploadsOf } from './outbox-entry.ts';

/** Returns the Blobs that an edit stores. */
export const blobsOf = ({ photo }: Edit) => (photo.kind === 'added' ? [photo.blob] : []);

/** Stores the photo of an edit until it is uploaded. */
export async function storeUnsentPhoto(
  { put }: Transaction,
  userId: string,
  photo: Edit['photo'],
  newId: () => string,
): Promise<PhotoChange> {
  if (photo.kind !== 'added') return photo;
  const uploadId = newId();
  await put('photos', { userId, path: unsentPhotoPath(uploadId), blob: photo.blob });
  return { kind: 'added', uploadId };
}

/** Returns the photo of an upload. It is missing if the browser has deleted it. */
export async function readUnsentPhoto({ get }: Transaction, userId: string, uploadId: string) {
  return (await get('photos', [userId, unsentPhotoPath(uploadId)]))?.blob;
}

/** Stores an entry in place of the one before, and deletes the photos that are not needed any more. */
export async function replaceEntry(
  transaction: Transaction,
  before: OutboxEntry | undefined,
  after: OutboxEntry | undefined,
) {
  if (after && after !== before) await transaction.put('outbox', after);
  if (!before) return;
  const { userId, entity, id } = before;
  if (!after) await transaction.delete('outbox', [userId, entity, id]);
  for (const uploadId of uploadsOf(before))
    if (!uploadsOf(after).includes(uploadId))
      await transaction.delete('photos', [userId, unsentPhotoPath(uploadId)]);
}
