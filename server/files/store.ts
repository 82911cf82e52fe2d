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
  const narrowing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  return {
    async add(userId: string, upload: Uint8Array) {
      const { bytes, contentType, extension } = await pictures.normalise(userId, upload);
      const path = `${newToken()}.${extension}`;
      // The row first: bytes without one would never be swept.
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
        // What could not be stored must not count against the person's limit.
        await markRemoved(path).catch(() => {});
        throw error;
      }
      // Did the account go meanwhile? Then nobody else would remove them.
      if (!(await isThere(path))) await blobs.remove(path);
      return path;
    },

    /** Whose it is and what it is; not there and not yours are the same. */
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

    /** Made once and kept; requests that come meanwhile wait for the same one. */
    async readNarrowed({ path, user_id }: StoredFile, widthPx: number) {
      const name = narrowName(path, widthPx);
      const kept = await blobs.get(name);
      if (kept) return kept;
      const making =
        narrowing.get(name) ?? narrow(user_id, path, widthPx).finally(() => narrowing.delete(name));
      narrowing.set(name, making);
      return making;
    },

    /** Rows that showed it then have none. */
    remove: (path: string, ownerId: string) =>
      query.transaction().execute((query) => ownership.removePhoto(query, ownerId, path)),
  };

  async function read(path: string) {
    const bytes = await blobs.get(path);
    if (!bytes) throw notFound();
    return bytes;
  }

  async function narrow(ownerId: string, path: string, widthPx: number) {
    const { bytes } = await pictures.resize(ownerId, () => read(path), widthPx);
    await blobs.put(narrowName(path, widthPx), bytes);
    // Removed meanwhile? Then what was just put back must go again.
    if (!(await isThere(path))) await blobs.remove(narrowName(path, widthPx));
    return bytes;
  }

  async function markRemoved(path: string) {
    await query.updateTable('files').set({ removed_at: now() }).where('path', '=', path).execute();
  }

  async function isThere(path: string) {
    const file = await query
      .selectFrom('files')
      .select('path')
      .where('path', '=', path)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return file !== undefined;
  }
}

export const narrowName = (path: string, widthPx: number) => `${path}@${widthPx}.webp`;
