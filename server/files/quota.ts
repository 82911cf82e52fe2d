import { now } from '#server/clock/clock.ts';
import type { Limits } from '#server/config.ts';
import type { InTransaction } from '#server/database/database.ts';
import { limitReached } from '#server/errors/errors.ts';
import { apiMessages } from '#shared/messages.ts';

/** Added to the size of each photo for its row and resized copies. Limits the number of tiny photos. */
const BYTES_PER_PHOTO = 16_384;

/**
 * Throws if a user's photos exceed the limit. Call it after inserting the row of the new photo. Removed photos that
 * could be restored never prevent an upload: if both do not fit, the oldest of them are given up. Returns whether there
 * are any whose bytes can be removed now.
 */
export async function checkPhotoQuota(
  query: InTransaction,
  userId: string,
  { photoBytesPerUser }: Pick<Limits, 'photoBytesPerUser'>,
) {
  const { bytes, photos } = await query
    .selectFrom('files')
    .select(({ fn }) => [
      fn.sum<number>('size_bytes').as('bytes'),
      fn.countAll<number>().as('photos'),
    ])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const used = bytes + photos * BYTES_PER_PHOTO;
  if (used > photoBytesPerUser)
    throw limitReached(apiMessages.photosLimitReached(photoBytesPerUser / 1_000_000));
  return limitRestorable(query, userId, photoBytesPerUser - used);
}

/** Gives up the user's oldest restorable photos that do not fit into the remaining space. */
async function limitRestorable(query: InTransaction, userId: string, room: number) {
  const restorable = await query
    .selectFrom('files')
    .select(['path', 'size_bytes'])
    .where('kept_until', '>', now())
    .where('user_id', '=', userId)
    .orderBy('kept_until', 'desc')
    .execute();
  let left = room;
  for (const { path, size_bytes } of restorable) {
    left -= size_bytes + BYTES_PER_PHOTO;
    if (left < 0)
      await query.updateTable('files').set({ kept_until: null }).where('path', '=', path).execute();
  }
  return left < 0;
}
