import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { readStoredSession } from '#client/session/stored-session.ts';
import { currentSync, localDatabase } from './current-sync.ts';
import { createDrafts } from './drafts.ts';
import type { SyncedEntity } from './entity.ts';

/** Adds a recovered photo to the draft of the entity that waits for it. Returns false if no draft does. */
export async function recoverPhoto(
  entity: SyncedEntity,
  result: PhotoResult,
  source: PhotoSource,
): Promise<boolean> {
  const userId = readStoredSession()?.id;
  if (!userId) return false;
  const drafts = createDrafts(await localDatabase(), userId);
  const waiting = (await drafts.read(entity)).find(({ isAwaitingPhoto }) => isAwaitingPhoto);
  if (!waiting) return false;
  const blob = await preparePhoto(result, source);
  const photo = blob ? { kind: 'captured' as const, blob } : undefined;
  if (photo) await drafts.storePhoto(entity, waiting.id, photo);
  await drafts.store({ ...waiting, photo: photo?.kind ?? waiting.photo, isAwaitingPhoto: false });
  // The screen of the entity may be open already.
  currentSync.get()?.publishDraft(entity, waiting.id);
  return true;
}
