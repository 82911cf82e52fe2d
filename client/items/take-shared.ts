import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { deleteShared, readShared, type SharedContent } from '#client/sync/shared-content.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { shareTarget } from '#shared/share-target.ts';
import { type ItemDraft, isUnsaved, newDraft, storeDraft } from './item-draft.ts';
import type { ItemType } from './item-type.ts';
import { fieldsOfShared } from './launch-params.ts';

const NO_PHOTO: ItemDraft['photo'] = { kind: 'none' };

/** Stores a draft of this person for each thing that was shared, if this path is the share target. Returns the last one. */
export async function takeShared(
  { entity }: ItemType,
  sync: UserSync,
  path: string,
): Promise<ItemDraft | undefined> {
  if (path !== shareTarget?.path) return undefined;
  let last: ItemDraft | undefined;
  for (const shared of await readShared(sync.database)) {
    // With the same id: taken twice, by two tabs or after a crash, it is still one draft.
    const draft = {
      ...newDraft(entity, fieldsOfShared(entity, shared)),
      id: shared.id,
      photo: entity.photo ? await photoOf(shared) : NO_PHOTO,
    };
    if (isUnsaved(entity, draft)) {
      await sync.drafts.storePhoto(entity, draft.id, draft.photo);
      await storeDraft(sync, entity, draft);
      last = draft;
    }
    await deleteShared(sync.database, shared.id);
    sync.publishDraft(entity, draft.id);
  }
  return last;
}

/** Returns the shared photo, ready for upload. Shows the usual toast if it is none. */
async function photoOf({ photo, hasUnusablePhoto }: SharedContent): Promise<ItemDraft['photo']> {
  if (!photo && !hasUnusablePhoto) return NO_PHOTO;
  const result = photo
    ? { kind: 'photo' as const, blob: photo, format: photo.type.replace('image/', '') }
    : { kind: 'failed' as const };
  const blob = await preparePhoto(result, 'chooseFromGallery');
  return blob ? { kind: 'captured', blob } : NO_PHOTO;
}
