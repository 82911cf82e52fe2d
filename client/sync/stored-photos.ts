import { sessionDatabase } from './current-sync.ts';

/** Returns a photo of the signed-in user from this device: an unsent photo in full size, others as thumbnails. */
export async function readStoredPhoto(
  path: string,
): Promise<{ blob: Blob; isOriginal: boolean } | undefined> {
  try {
    const database = await sessionDatabase();
    const [unsent, thumbnail] =
      (await database?.read(['photos', 'thumbnails'], ({ get }) =>
        Promise.all([get('photos', [path]), get('thumbnails', [path])]),
      )) ?? [];
    const found = unsent ?? thumbnail;
    return found && { blob: found.blob, isOriginal: found === unsent };
  } catch {
    return undefined;
  }
}

/** Stores the thumbnail of a photo. If the disk is full, the thumbnail is requested again next time. */
export async function storeThumbnail(path: string, blob: Blob) {
  const database = await sessionDatabase();
  await database
    ?.write(['thumbnails'], ({ put }) => put('thumbnails', { path, blob }), [blob])
    .catch(() => {});
}

/** Deletes a thumbnail that is not a picture, so that it is requested again next time. */
export async function deleteThumbnail(path: string) {
  const database = await sessionDatabase();
  await database
    ?.write(['thumbnails'], (transaction) => transaction.delete('thumbnails', [path]))
    .catch(() => {});
}
