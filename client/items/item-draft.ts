import { unchangedPhoto } from '#client/photos/prepare-photo.ts';
import type { DraftContent } from '#client/sync/draft.ts';
import { type FieldValues, fieldsOf, haveSameFields, type Item } from '#client/sync/item.ts';
import type { OpenDraft } from '#client/sync/open-draft.ts';
import type { ItemKind } from '#shared/items.ts';
import { emptyValues } from './field-values.ts';

export const newContent = (kind: ItemKind, fields: FieldValues = {}): DraftContent => ({
  fields: { ...emptyValues(kind), ...fields },
  photo: { kind: 'none' },
});

export const contentOf = (kind: ItemKind, item: Item): DraftContent => ({
  original: item,
  fields: fieldsOf(kind, item),
  photo: unchangedPhoto(item.photo_path),
});

/** Returns whether a form has unsaved changes. */
export function isUnsaved(kind: ItemKind, { original, fields, photo }: DraftContent): boolean {
  if (photo.kind === 'captured' || photo.kind === 'removed') return true;
  return !haveSameFields(kind, fields, original ?? emptyValues(kind));
}

/** Stores what a form holds if it has unsaved changes or waits for a photo, otherwise deletes its draft. */
export function storeDraft(
  draft: Pick<OpenDraft, 'store' | 'delete'>,
  kind: ItemKind,
  content: DraftContent,
  { isAwaitingPhoto = false } = {},
): Promise<void> {
  if (!isUnsaved(kind, content) && !isAwaitingPhoto) return draft.delete();
  return draft.store(content, { isAwaitingPhoto });
}
