import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { readStoredSession } from '#client/session/stored-session.ts';
import { currentSync, localDatabase } from './current-sync.ts';
import { draftPhotoPath, newestFirst } from './draft.ts';
import type { SyncedEntity } from './entity.ts';
import type { Transaction } from './local-database.ts';

/** Adds a recovered photo to the draft of the entity that waits for it. Returns false if no draft does. */
export async function recoverPhoto(
  entity: SyncedEntity,
  result: PhotoResult,
  source: PhotoSource,
): Promise<boolean> {
  const userId = readStoredSession()?.id;
  if (!userId) return false;
  const database = await localDatabase();
  const key = [userId, entity.name];
  const drafts = await database.read(['drafts'], ({ getAll }) => getAll('drafts', key));
  const [waiting] = drafts.filter(({ isAwaitingPhoto }) => isAwaitingPhoto).sort(newestFirst);
  if (!waiting) return false;
  const { id } = waiting;
  const blob = await preparePhoto(result, source);
  const add = async ({ get, put }: Transaction) => {
    const draft = await get('drafts', [...key, id]);
    if (!draft) return;
    const photo = blob ? 'captured' : draft.photo;
    await put('drafts', { ...draft, photo, isAwaitingPhoto: false });
    if (blob) await put('photos', { userId, path: draftPhotoPath(entity.name, id), blob });
  };
  await database.write(['drafts', 'photos'], add, blob && [blob]);
  // The screen of the entity may be open already.
  currentSync.get()?.publishDrafts(entity);
  return true;
}
