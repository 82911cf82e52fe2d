import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { deleteShared, readShared, type SharedContent } from '#client/sync/shared-content.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { textOfShared } from './launch-params.ts';
import { isUnsaved, type NoteDraft, newDraft, storeDraft } from './note-draft.ts';
import { noteEntity } from './note-entity.ts';

/** Stores a draft of this person for each thing that was shared. Returns the last one. */
export async function takeShared(sync: UserSync): Promise<NoteDraft | undefined> {
  let last: NoteDraft | undefined;
  for (const shared of await readShared(sync.database)) {
    // With the same id: taken twice, by two tabs or after a crash, it is still one draft.
    const draft = {
      ...newDraft(textOfShared(shared)),
      id: shared.id,
      photo: await photoOf(shared),
    };
    if (isUnsaved(draft)) {
      await sync.drafts.storePhoto(noteEntity, draft.id, draft.photo);
      await storeDraft(sync, draft);
      last = draft;
    }
    await deleteShared(sync.database, shared.id);
    sync.publishDraft(noteEntity, draft.id);
  }
  return last;
}

/** Returns the shared photo, ready for upload. Shows the usual toast if it is none. */
async function photoOf({ photo, hasUnusablePhoto }: SharedContent): Promise<NoteDraft['photo']> {
  if (!photo && !hasUnusablePhoto) return { kind: 'none' };
  const result = photo
    ? { kind: 'photo' as const, blob: photo, format: photo.type.replace('image/', '') }
    : { kind: 'failed' as const };
  const blob = await preparePhoto(result, 'chooseFromGallery');
  return blob ? { kind: 'captured', blob } : { kind: 'none' };
}
