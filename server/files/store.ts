import { now } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { notFound } from '#server/errors.ts';
import { newToken } from '#server/secrets.ts';
import type { Blobs } from './blobs.ts';
import { narrowed, normalised } from './images.ts';

export type Files = ReturnType<typeof createFiles>;

const PATH = /^[\w-]{43}\.(jpg|png|gif|webp)$/;

export function createFiles({ query }: Database, blobs: Blobs) {
  const narrowing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  return {
    async add(userId: string, upload: Uint8Array) {
      const { bytes, contentType, extension } = await normalised(upload);
      const path = `${newToken()}.${extension}`;
      // The row first: bytes without one would never be swept.
      await query
        .insertInto('files')
        .values({
          path,
          user_id: userId,
          content_type: contentType,
          created_at: now(),
          used_at: null,
          removed_at: null,
        })
        .execute();
      await blobs.put(path, bytes);
      // Did the account go meanwhile? Then nobody else would remove them.
      if (!(await isThere(path))) await blobs.remove(path);
      return path;
    },

    /** Whose it is and what it is; not there and not yours are the same. */
    async find(path: string, ownerId?: string) {
      const file = PATH.test(path)
        ? await query
            .selectFrom('files')
            .select(['path', 'content_type'])
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
    async readNarrowed(path: string, widthPx: number) {
      const name = narrowName(path, widthPx);
      const kept = await blobs.get(name);
      if (kept) return kept;
      const making =
        narrowing.get(name) ?? narrow(path, widthPx).finally(() => narrowing.delete(name));
      narrowing.set(name, making);
      return making;
    },

    /** Notes that showed it then have none. */
    remove: (path: string, ownerId: string) =>
      query.transaction().execute(async (query) => {
        const removed = await query
          .updateTable('files')
          .set({ removed_at: now() })
          .where('path', '=', path)
          .where('user_id', '=', ownerId)
          .where('removed_at', 'is', null)
          .executeTakeFirst();
        if (removed.numUpdatedRows === 0n) throw notFound();
        await query
          .updateTable('notes')
          .set((set) => ({ photo_path: null, version: set('version', '+', 1), updated_at: now() }))
          .where('photo_path', '=', path)
          .execute();
      }),
  };

  async function read(path: string) {
    const bytes = await blobs.get(path);
    if (!bytes) throw notFound();
    return bytes;
  }

  async function narrow(path: string, widthPx: number) {
    const bytes = await narrowed(await read(path), widthPx);
    await blobs.put(narrowName(path, widthPx), bytes);
    // Removed meanwhile? Then what was just put back must go again.
    if (!(await isThere(path))) await blobs.remove(narrowName(path, widthPx));
    return bytes;
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
