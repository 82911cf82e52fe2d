import { now } from '#server/clock/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database, Query } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import { newToken } from '#server/database/secrets.ts';
import type { Blobs } from './blobs.ts';
import type { Pictures } from './pictures.ts';
import { checkPhotoQuota } from './quota.ts';

/** What storing photos needs. */
export type PhotoServices = {
  database: Database;
  blobs: Blobs;
  pictures: Pictures;
  limits: Pick<Limits, 'photoBytesPerUser'>;
  /** Makes the sweeper remove the bytes of photos now instead of in its next run. */
  wakeSweeper(): void;
};

/** Creates the function that stores uploaded photos. */
export function createAddPhoto({ database, blobs, pictures, limits, wakeSweeper }: PhotoServices) {
  const { engine, query, transactionOf } = database;
  const uploading = new Map<string, Promise<string>>();

  /**
   * Stores a photo. Returns its path, or the earlier path if the user used the upload id before, so that a repeated
   * request stores nothing twice. Concurrent requests with the same id wait for the first and share its result.
   */
  return async (userId: string, upload: Uint8Array, uploadId: string | null = null) => {
    if (!uploadId) return store(userId, upload);
    const key = `${userId} ${uploadId}`;
    const storing =
      uploading.get(key) ??
      storeOnce(userId, upload, uploadId).finally(() => uploading.delete(key));
    uploading.set(key, storing);
    return storing;
  };

  async function storeOnce(userId: string, upload: Uint8Array, uploadId: string) {
    const before = await findUpload(query, userId, uploadId);
    if (before && !before.removed_at && (await blobs.get(before.path))) return before.path;
    const path = await store(userId, upload);
    return publish({ userId, uploadId, path, replaces: before?.path });
  }

  /** Stores a photo under a new path that nobody knows yet. */
  async function store(userId: string, upload: Uint8Array) {
    const { bytes, contentType, extension } = await pictures.normalise(userId, upload);
    const path = `${newToken()}.${extension}`;
    // Stores the row first: bytes without a row would never be removed.
    const gaveUpPhotos = await transactionOf(userId, async (query) => {
      await lockUser(engine, query, userId);
      await query
        .insertInto('files')
        .values({
          path,
          user_id: userId,
          upload_id: null,
          content_type: contentType,
          size_bytes: bytes.length,
          created_at: now(),
          used_at: null,
          removed_at: null,
        })
        .execute();
      return checkPhotoQuota(query, userId, limits);
    });
    if (gaveUpPhotos) wakeSweeper();
    try {
      await blobs.put(path, bytes);
    } catch (error) {
      // A photo that could not be stored must not count towards the user's limit.
      await markRemoved(query, path).catch(() => {});
      throw error;
    }
    // If the account has been deleted since, nothing else would remove the bytes.
    if (!(await isStored(query, path))) await blobs.remove(path);
    return path;
  }

  /**
   * Gives a stored photo its upload id afterwards, so that a photo with an id always has its bytes. If another process
   * has stored the same upload first, removes this photo and returns the other path. Keeps the photo after a failure,
   * because the transaction may have succeeded; unused photos are removed after a day.
   */
  async function publish({
    userId,
    uploadId,
    path,
    replaces,
  }: {
    userId: string;
    uploadId: string;
    path: string;
    /** An earlier photo with this upload id, which was removed or has lost its bytes. */
    replaces: string | undefined;
  }) {
    const published = await transactionOf(userId, async (query) => {
      await lockUser(engine, query, userId);
      const other = await findUpload(query, userId, uploadId);
      if (other && !other.removed_at && other.path !== replaces) {
        await markRemoved(query, path);
        return other.path;
      }
      if (other) await setUploadId(query, other.path, null);
      await setUploadId(query, path, uploadId);
      return path;
    });
    if (published !== path) wakeSweeper();
    return published;
  }
}

/** Tells whether a photo has a row and was not removed. */
export async function isStored(query: Query, path: string) {
  const file = await query
    .selectFrom('files')
    .select('path')
    .where('path', '=', path)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return file !== undefined;
}

function findUpload(query: Query, userId: string, uploadId: string) {
  return query
    .selectFrom('files')
    .select(['path', 'removed_at'])
    .where('user_id', '=', userId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
}

async function setUploadId(query: Query, path: string, uploadId: string | null) {
  await query.updateTable('files').set({ upload_id: uploadId }).where('path', '=', path).execute();
}

async function markRemoved(query: Query, path: string) {
  await query.updateTable('files').set({ removed_at: now() }).where('path', '=', path).execute();
}
