import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import type { ItemKind } from '#shared/items.ts';
import { currentSync, sessionDatabase } from './current-sync.ts';
import { draftPhotoPath, newestFirst } from './draft.ts';
import type { Transaction } from './user-database.ts';

/** Adds a recovered photo to the draft of this kind that waits for it. Returns false if no draft does. */
export async function recoverPhoto(
  kind: ItemKind,
  result: PhotoResult,
  source: PhotoSource,
): Promise<boolean> {
  const database = await sessionDatabase();
  if (!database) return false;
  const drafts = await database.read(['drafts'], ({ getAll }) => getAll('drafts', [kind.many]));
  const [waiting] = drafts.filter(({ isAwaitingPhoto }) => isAwaitingPhoto).sort(newestFirst);
  if (!waiting) return false;
  const { id } = waiting;
  const blob = await preparePhoto(result, source);
  const add = async ({ get, put }: Transaction) => {
    const draft = await get('drafts', [kind.many, id]);
    if (!draft) return;
    const photo = blob ? 'captured' : draft.photo;
    await put('drafts', { ...draft, photo, isAwaitingPhoto: false });
    if (blob) await put('photos', { path: draftPhotoPath(kind.many, id), blob });
  };
  await database.write(['drafts', 'photos'], add, blob && [blob]);
  // The items screen may already be open.
  currentSync.get()?.publishDrafts(kind);
  return true;
}
