import { type PhotoState, unchangedPhoto } from '#client/photos/prepare-photo.ts';
import type { Draft } from '#client/sync/draft.ts';
import { type FieldValues, fieldsOf, haveSameFields, type Item } from '#client/sync/entity.ts';
import { newId } from '#client/sync/new-id.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { emptyValues } from './field-values.ts';
import type { ItemEntity } from './item-entity.ts';

/** An item while it is edited. */
export type ItemDraft = {
  id: string;
  /** The item as it was when editing began; a new item has none. */
  original?: Item;
  fields: FieldValues;
  photo: PhotoState;
};

export const newDraft = (entity: ItemEntity, fields: FieldValues = {}): ItemDraft => ({
  id: newId(),
  fields: { ...emptyValues(entity), ...fields },
  photo: { kind: 'none' },
});

export const draftOf = (entity: ItemEntity, item: Item): ItemDraft => ({
  id: item.id,
  original: item,
  fields: fieldsOf(entity, item),
  photo: unchangedPhoto(item.photo_path),
});

/** Returns whether the draft has unsaved changes. */
export function isUnsaved(entity: ItemEntity, { original, fields, photo }: ItemDraft): boolean {
  if (photo.kind === 'captured' || photo.kind === 'removed') return true;
  return !haveSameFields(entity, fields, original ?? emptyValues(entity));
}

/** Stores the draft if it has unsaved changes or waits for a photo, otherwise deletes it. */
export async function storeDraft(
  { drafts, userId }: UserSync,
  entity: ItemEntity,
  draft: ItemDraft,
  { isAwaitingPhoto = false } = {},
) {
  const { id, original, fields, photo } = draft;
  if (!isUnsaved(entity, draft) && !isAwaitingPhoto) return drafts.discard(entity, id);
  const stored = { userId, entity: entity.name, id, original, fields, photo: photo.kind };
  await drafts.store({ ...stored, isAwaitingPhoto });
}

/** Returns a stored draft with its photo. */
export async function restoreDraft(
  { drafts }: UserSync,
  entity: ItemEntity,
  stored: Draft,
): Promise<ItemDraft> {
  const { id, original, fields } = stored;
  return { id, original, fields, photo: await drafts.readPhoto(entity, stored) };
}
