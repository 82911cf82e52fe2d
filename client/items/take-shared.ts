import { type PhotoState, preparePhoto } from '#client/photos/prepare-photo.ts';
import { localDatabase } from '#client/sync/current-sync.ts';
import { createDrafts } from '#client/sync/drafts.ts';
import { TooManyDrafts } from '#client/sync/open-draft.ts';
import { deleteShared, readShared, type SharedContent } from '#client/sync/shared-content.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { toast } from '#client/toasts/toast.ts';
import { shareTarget } from '#shared/share-target.ts';
import { isUnsaved, newContent } from './item-draft.ts';
import type { ShownKind } from './kind-context.ts';
import { fieldsOfShared } from './launch-params.ts';

const NO_PHOTO: PhotoState = { kind: 'none' };

/**
 * Stores each piece of shared content as a draft of this user, if this path is the share target. Returns the last
 * draft. Content beyond the draft limit waits until another draft is gone.
 */
export async function takeShared(
  { kind, messages }: ShownKind,
  sync: UserSync,
  path: string,
): Promise<{ id: string } | undefined> {
  if (path !== shareTarget?.path) return undefined;
  const database = await localDatabase();
  const drafts = createDrafts(sync);
  let last: { id: string } | undefined;
  for (const shared of await readShared(database)) {
    const { id } = shared;
    const content = {
      ...newContent(kind, fieldsOfShared(kind, shared)),
      photo: kind.photo ? await photoOf(shared) : NO_PHOTO,
    };
    if (isUnsaved(kind, content)) {
      try {
        // With the same id: taken twice, by two tabs or after a crash, it is still one draft.
        await drafts.add(kind, id, content);
      } catch (error) {
        if (!(error instanceof TooManyDrafts)) throw error;
        toast(messages.toasts.shareWaits);
        return last;
      }
      last = { id };
    }
    await deleteShared(database, id);
  }
  return last;
}

/** Returns the shared photo, ready for upload. Shows the usual toast if the file is not a photo. */
async function photoOf({ photo, hasUnusablePhoto }: SharedContent): Promise<PhotoState> {
  if (!photo && !hasUnusablePhoto) return NO_PHOTO;
  const result = photo
    ? { kind: 'photo' as const, blob: photo, format: photo.type.replace('image/', '') }
    : { kind: 'failed' as const };
  const blob = await preparePhoto(result, 'chooseFromGallery');
  return blob ? { kind: 'captured', blob } : NO_PHOTO;
}
