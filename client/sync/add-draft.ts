import { type DraftContent, draftPhotoPath } from './draft.ts';
import type { SyncedEntity } from './entity.ts';
import type { Transaction } from './local-database.ts';
import { expectRoom } from './open-draft.ts';
import type { UserSync } from './user-sync.ts';

/** Stores a draft that no form has open, unless it is stored already. Rejects if there are too many. */
export async function addDraft(
  { database, userId, now, publishDrafts }: UserSync,
  entity: SyncedEntity,
  id: string,
  { photo, ...content }: DraftContent,
) {
  const { name } = entity;
  const blob = photo.kind === 'captured' ? photo.blob : undefined;
  const draft = { ...content, userId, entity: name, id, photo: photo.kind, editedAt: now() };
  const store = async (transaction: Transaction) => {
    if (await transaction.get('drafts', [userId, name, id])) return;
    await expectRoom(transaction, [userId, name]);
    await transaction.put('drafts', draft);
    if (blob) await transaction.put('photos', { userId, path: draftPhotoPath(name, id), blob });
  };
  await database.write(['drafts', 'photos'], store, blob && [blob]);
  publishDrafts(entity);
}
