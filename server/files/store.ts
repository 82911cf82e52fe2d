import { now } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import { notFound } from '#server/errors.ts';
import { newToken } from '#server/secrets.ts';
import type { Blobs } from './blobs.ts';
import type { PhotoOwnership } from './ownership.ts';
import type { Pictures } from './pictures.ts';
import { checkPhotoQuota } from './quota.ts';

export type Files = ReturnType<typeof createFiles>;

type StoredFile = { path: string; content_type: string; user_id: string };

const PATH = /^[\w-]{43}\.(jpg|png|gif|webp)$/;

export function createFiles({
  database,
  blobs,
  pictures,
  ownership,
  limits,
}: {
  database: Database;
  blobs: Blobs;
  pictures: Pictures;
  ownership: PhotoOwnership;
  limits: Pick<Limits, 'photoBytesPerUser'>;
}) {
  const { engine, query } = database;
  const resizing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  return {
    async add(userId: string, upload: Uint8Array) {
      const { bytes, contentType, extension } = await pictures.normalise(userId, upload);
      const path = `${newToken()}.${extension}`;
      // The row is stored first: bytes without a row would never be swept.
      await query.transaction().execute(async (query) => {
        await lockUser(engine, query, userId);
        await query
          .insertInto('files')
          .values({
            path,
            user_id: userId,
            content_type: contentType,
            size_bytes: bytes.length,
            created_at: now(),
            used_at: null,
            removed_at: null,
          })
          .execute();
        await checkPhotoQuota(query, userId, limits);
      });
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
      const file = PATH.test(path)
        ? await query
            .selectFrom('files')
            .select(['path', 'content_type', 'user_id'])
            .where('path', '=', path)
            .where('removed_at', 'is', null)
            .$if(ownerId !== undefined, (select) => select.where('user_id', '=', ownerId as string))
            .executeTakeFirst()
        : undefined;
      if (!file) throw notFound();
      return file;
    },

    read,

    /** Reads a photo in a smaller width. Resizes it once and stores the result; concurrent requests wait for it. */
    async readResized({ path, user_id }: StoredFile, widthPx: number) {
      const name = resizedName(path, widthPx);
      const stored = await blobs.get(name);
      if (stored) return stored;
      const making =
        resizing.get(name) ?? resize(user_id, path, widthPx).finally(() => resizing.delete(name));
      resizing.set(name, making);
      return making;
    },

    /** Removes a photo, and its path from the rows that show it. */
    remove: (path: string, ownerId: string) =>
      query.transaction().execute((query) => ownership.removePhoto(query, ownerId, path)),
  };

  async function read(path: string) {
    const bytes = await blobs.get(path);
    if (!bytes) throw notFound();
    return bytes;
  }

  async function resize(ownerId: string, path: string, widthPx: number) {
    const { bytes } = await pictures.resize(ownerId, () => read(path), widthPx);
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

export const resizedName = (path: string, widthPx: number) => `${path}@${widthPx}.webp`;
