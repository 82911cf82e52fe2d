import type { ItemKind } from '#shared/items.ts';
import { type Draft, draftPhotoPath, type SeenDraft } from './draft.ts';
import type { Transaction } from './user-database.ts';

/** Reads a draft, if no other form has opened it since it was seen. */
export async function getSeenDraft(
  { get }: Transaction,
  { many }: Pick<ItemKind, 'many'>,
  { id, form }: SeenDraft,
): Promise<Draft | undefined> {
  const draft = await get('drafts', [many, id]);
  return draft?.form === form ? draft : undefined;
}

/** Deletes a draft with its photo. */
export async function deleteDraft(
  transaction: Transaction,
  { many }: Pick<ItemKind, 'many'>,
  id: string,
) {
  await transaction.delete('drafts', [many, id]);
  await transaction.delete('photos', [draftPhotoPath(many, id)]);
}

/** Deletes a draft, if no other form has opened it since it was seen. Returns whether it did. */
export async function deleteSeenDraft(
  transaction: Transaction,
  kind: Pick<ItemKind, 'many'>,
  seen: SeenDraft | undefined,
): Promise<boolean> {
  const draft = seen && (await getSeenDraft(transaction, kind, seen));
  if (draft) await deleteDraft(transaction, kind, draft.id);
  return draft !== undefined;
}
