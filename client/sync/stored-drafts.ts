import { type Draft, draftPhotoPath } from './draft.ts';
import type { SyncedEntity } from './entity.ts';
import type { Transaction } from './local-database.ts';

/** Names a draft as it was last seen: it is another one after another form has opened it. */
export type SeenDraft = Pick<Draft, 'id' | 'form'>;

/** Reads a draft, if no other form has opened it since it was seen. */
export async function getSeenDraft(
  { get }: Transaction,
  userId: string,
  { name }: Pick<SyncedEntity, 'name'>,
  { id, form }: SeenDraft,
): Promise<Draft | undefined> {
  const draft = await get('drafts', [userId, name, id]);
  return draft?.form === form ? draft : undefined;
}

/** Deletes a draft with its photo. */
export async function deleteDraft(
  transaction: Transaction,
  userId: string,
  { name }: Pick<SyncedEntity, 'name'>,
  id: string,
) {
  await transaction.delete('drafts', [userId, name, id]);
  await transaction.delete('photos', [userId, draftPhotoPath(name, id)]);
}

/** Deletes a draft, if no other form has opened it since it was seen. Returns whether it did. */
export async function deleteSeenDraft(
  transaction: Transaction,
  userId: string,
  entity: Pick<SyncedEntity, 'name'>,
  seen: SeenDraft | undefined,
): Promise<boolean> {
  const draft = seen && (await getSeenDraft(transaction, userId, entity, seen));
  if (draft) await deleteDraft(transaction, userId, entity, draft.id);
  return draft !== undefined;
}
