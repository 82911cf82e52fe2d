import { draftPhotoPath } from './draft.ts';
import type { Edit } from './edit.ts';
import type { SyncedEntity } from './entity.ts';
import type { Transaction } from './local-database.ts';
import { type PhotoChange, unsentPhotoPath } from './outbox-entry.ts';

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

/** Deletes the draft of an item, with its photo. */
export async function deleteDraft(
  transaction: Transaction,
  userId: string,
  { name }: Pick<SyncedEntity, 'name'>,
  id: string,
) {
  await transaction.delete('drafts', [userId, name, id]);
  await transaction.delete('photos', [userId, draftPhotoPath(name, id)]);
}
