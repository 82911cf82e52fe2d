import { notFound } from '#server/errors/errors.ts';
import type { Changes } from '#server/sync/changes.ts';
import { createAddPhoto, isStored, type PhotoServices } from './add-photo.ts';
import { createCachedReader, SMALL_BLOB_MAX_BYTES } from './blob-cache.ts';
import type { StreamedBlob } from './blobs.ts';
import type { PhotoOwnership } from './ownership.ts';

export type Files = ReturnType<typeof createFiles>;

type StoredFile = { path: string; content_type: string; user_id: string; size_bytes: number };

const PATH = /^[\w-]{43}\.(jpg|png|gif|webp)$/;

export function createFiles({
  ownership,
  changes,
  ...services
}: PhotoServices & { ownership: PhotoOwnership; changes: Pick<Changes, 'write'> }) {
  const { blobs, pictures } = services;
  const { query, prepare } = services.database;
  const readCached = createCachedReader(blobs);
  const findFile = prepare((query, value) =>
    query
      .selectFrom('files')
      .select(['path', 'content_type', 'user_id', 'size_bytes'])
      .where('path', '=', value('path'))
      .where('removed_at', 'is', null),
  );
  const resizing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  return {
    add: createAddPhoto(services),

    /** Finds a photo. Throws the same error when it does not exist and when it has another owner. */
    async find(path: string, ownerId?: string) {
      const [file] = PATH.test(path) ? await findFile({ path }) : [];
      if (!file || (ownerId !== undefined && file.user_id !== ownerId)) throw notFound();
      return file;
    },

    /** Reads a photo. A large one is read in pieces, so that slow clients do not fill the memory. */
    async read({ path, size_bytes }: StoredFile): Promise<Uint8Array<ArrayBuffer> | StreamedBlob> {
      if (size_bytes <= SMALL_BLOB_MAX_BYTES || !blobs.stream)
        return (await readCached(path)) ?? throwNotFound();
      return (await blobs.stream(path)) ?? throwNotFound();
    },

    /** Reads a photo in a smaller width. Resizes it once and stores the result; concurrent requests wait for it. */
    async readResized({ path, user_id }: StoredFile, widthPx: number) {
      const name = resizedName(path, widthPx);
      const stored = await readCached(name);
      if (stored) return stored;
      const making =
        resizing.get(name) ?? resize(user_id, path, widthPx).finally(() => resizing.delete(name));
      resizing.set(name, making);
      return making;
    },

    /** Removes a photo, and its path from the rows that show it. */
    remove: (path: string, ownerId: string) =>
      changes.write(ownerId, (query, seq) => ownership.removePhoto(query, ownerId, path, seq)),
  };

  async function resize(ownerId: string, path: string, widthPx: number) {
    const original = async () => (await blobs.get(path)) ?? throwNotFound();
    const { bytes } = await pictures.resize(ownerId, original, widthPx);
    await blobs.put(resizedName(path, widthPx), bytes);
    // If the photo has been removed since, its resized copy must be removed too.
    if (!(await isStored(query, path))) await blobs.remove(resizedName(path, widthPx));
    return bytes;
  }
}

function throwNotFound(): never {
  throw notFound();
}

export const resizedName = (path: string, widthPx: number) => `${path}@${widthPx}.webp`;
