import type { ItemKind } from '#shared/items.ts';
import { type DraftContent, draftPhotoPath } from './draft.ts';
import { expectRoom } from './open-draft.ts';
import type { Transaction, UserDatabase } from './user-database.ts';
import type { UserSync } from './user-sync.ts';

/** Stores a draft that no form has open, unless it is stored already. Rejects if there are too many. */
export async function addDraft(
  {
    database,
    now,
    publishDrafts,
  }: Pick<UserSync, 'now' | 'publishDrafts'> & { database: UserDatabase },
  kind: ItemKind,
  id: string,
  { photo, ...content }: DraftContent,
) {
  const { many } = kind;
  const blob = photo.kind === 'captured' ? photo.blob : undefined;
  const draft = { ...content, entity: many, id, photo: photo.kind, editedAt: now() };
  const store = async (transaction: Transaction) => {
    if (await transaction.get('drafts', [many, id])) return;
    await expectRoom(transaction, kind);
    await transaction.put('drafts', draft);
    if (blob) await transaction.put('photos', { path: draftPhotoPath(many, id), blob });
  };
  await database.write(['drafts', 'photos'], store, blob && [blob]);
  publishDrafts(kind);
}
