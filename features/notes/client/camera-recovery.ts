import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { readStoredSession } from '#client/session/stored-session.ts';
import { currentSync, localDatabase } from '#client/sync/current-sync.ts';
import { createDrafts } from '#client/sync/drafts.ts';
import { noteEntity } from './note-entity.ts';

/** Adds a recovered photo to the draft that waits for it. Returns false if no draft does. */
export async function recoverPhoto(result: PhotoResult, source: PhotoSource): Promise<boolean> {
  const userId = readStoredSession()?.id;
  if (!userId) return false;
  const drafts = createDrafts(await localDatabase(), userId);
  const waiting = (await drafts.read(noteEntity)).find(({ isAwaitingPhoto }) => isAwaitingPhoto);
  if (!waiting) return false;
  const blob = await preparePhoto(result, source);
  const photo = blob ? { kind: 'captured' as const, blob } : undefined;
  if (photo) await drafts.storePhoto(noteEntity, waiting.id, photo);
  await drafts.store({ ...waiting, photo: photo?.kind ?? waiting.photo, isAwaitingPhoto: false });
  // The notes screen may be open already.
  currentSync.get()?.publishDraft(noteEntity, waiting.id);
  return true;
}
