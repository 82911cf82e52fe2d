import { now } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import { notFound } from '#server/errors.ts';
import { newToken } from '#server/secrets.ts';
import type { Changes } from '#server/sync/changes.ts';
import { createCachedReader, SMALL_BLOB_MAX_BYTES } from './blob-cache.ts';
import type { Blobs, StreamedBlob } from './blobs.ts';
import type { PhotoOwnership } from './ownership.ts';
import type { Pictures } from './pictures.ts';
import { checkPhotoQuota } from './quota.ts';

export type Files = ReturnType<typeof createFiles>;

type StoredFile = { path: string; content_type: string; user_id: string; size_bytes: number };

const PATH = /^[\w-]{43}\.(jpg|png|gif|webp)$/;

export function createFiles({
  database,
  blobs,
  pictures,
  ownership,
  changes,
  limits,
  wakeSweeper,
}: {
  database: Database;
  blobs: Blobs;
  pictures: Pictures;
  ownership: PhotoOwnership;
  changes: Pick<Changes, 'write'>;
  limits: Pick<Limits, 'photoBytesPerUser'>;
  /** Makes the sweeper remove the bytes of photos now instead of at its next run. */
  wakeSweeper(): void;
}) {
  const { engine, query, prepare, transactionOf } = database;
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
    /**
     * Stores a photo. Returns its path; for an upload id that the person used before, the path of that upload, so that
     * a repeated request stores nothing twice.
     */
    async add(userId: string, upload: Uint8Array, uploadId: string | null = null) {
      const { bytes, contentType, extension } = await pictures.normalise(userId, upload);
      // The row is stored first: bytes without a row would never be swept.
      const { path, gaveUpPhotos } = await transactionOf(userId, async (query) => {
        await lockUser(engine, query, userId);
        const before = uploadId && (await findUpload(query, userId, uploadId));
        if (before) return { path: before, gaveUpPhotos: false };
        const path = `${newToken()}.${extension}`;
        await query
          .insertInto('files')
          .values({
            path,
            user_id: userId,
            upload_id: uploadId,
            content_type: contentType,
            size_bytes: bytes.length,
            created_at: now(),
            used_at: null,
            removed_at: null,
          })
          .execute();
        return { path, gaveUpPhotos: await checkPhotoQuota(query, userId, limits) };
      });
      if (gaveUpPhotos) wakeSweeper();
      // The bytes of an earlier upload are missing if the server stopped in between.
      if (uploadId && (await blobs.get(path))) return path;
      try {
        await blobs.put(path, bytes);
      } catch (error) {
        // A photo that could not be stored must not count towards the person's limit.
        await markRemoved(path).catch(() => {});
        throw error;
      }
      // If the account was deleted meanwhile, nothing else would remove the bytes.
      if (!(await exists(path))) await blobs.remove(path);
      return path;
    },

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

  /** Finds the photo of an upload. If it was removed, its upload id can be used again. */
  async function findUpload(query: InTransaction, userId: string, uploadId: string) {
    const found = await query
      .selectFrom('files')
      .select(['path', 'removed_at'])
      .where('user_id', '=', userId)
      .where('upload_id', '=', uploadId)
      .executeTakeFirst();
    if (!found?.removed_at) return found?.path;
    await query
      .updateTable('files')
      .set({ upload_id: null })
      .where('path', '=', found.path)
      .execute();
    return undefined;
  }

  async function resize(ownerId: string, path: string, widthPx: number) {
    const original = async () => (await blobs.get(path)) ?? throwNotFound();
    const { bytes } = await pictures.resize(ownerId, original, widthPx);
    await blobs.put(resizedName(path, widthPx), bytes);
    // If the photo was removed meanwhile, its resized copy must be removed too.
    if (!(await exists(path))) await blobs.remove(resizedName(path, widthPx));
    return bytes;
  }

  async function markRemoved(path: string) {
    await query.updateTable('files').set({ removed_at: now() }).where('path', '=', path).execute();
  }

  async function exists(path: string) {
    const file = await query
      .selectFrom('files')
      .select('path')
      .where('path', '=', path)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return file !== undefined;
  }
}

function throwNotFound(): never {
  throw notFound();
}

export const resizedName = (path: string, widthPx: number) => `${path}@${widthPx}.webp`;
