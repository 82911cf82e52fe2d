import { unchangedPhoto } from '#client/photos/prepare-photo.ts';
import type { DraftContent } from '#client/sync/draft.ts';
import { type FieldValues, fieldsOf, haveSameFields, type Item } from '#client/sync/entity.ts';
import type { OpenDraft } from '#client/sync/open-draft.ts';
import { emptyValues } from './field-values.ts';
import type { ItemEntity } from './item-entity.ts';

export const newContent = (entity: ItemEntity, fields: FieldValues = {}): DraftContent => ({
  fields: { ...emptyValues(entity), ...fields },
  photo: { kind: 'none' },
});

export const contentOf = (entity: ItemEntity, item: Item): DraftContent => ({
  original: item,
  fields: fieldsOf(entity, item),
  photo: unchangedPhoto(item.photo_path),
});

/** Returns whether a form has unsaved changes. */
export function isUnsaved(entity: ItemEntity, { original, fields, photo }: DraftContent): boolean {
  if (photo.kind === 'captured' || photo.kind === 'removed') return true;
  return !haveSameFields(entity, fields, original ?? emptyValues(entity));
}

/** Stores what a form holds if it has unsaved changes or waits for a photo, otherwise deletes its draft. */
export function storeDraft(
  draft: Pick<OpenDraft, 'store' | 'delete'>,
  entity: ItemEntity,
  content: DraftContent,
  { isAwaitingPhoto = false } = {},
): Promise<void> {
  if (!isUnsaved(entity, content) && !isAwaitingPhoto) return draft.delete();
  return draft.store(content, { isAwaitingPhoto });
}
