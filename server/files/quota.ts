import type { Limits } from '#server/config.ts';
import type { InTransaction } from '#server/database/database.ts';
import { limitReached } from '#server/errors.ts';
import { apiMessages } from '#shared/messages.ts';

/** Added to the size of each photo for its row and resized copies. Limits the number of tiny photos. */
const BYTES_PER_PHOTO = 16_384;

/** Throws if the photos of a person exceed the limit. Call it after the row of the new photo was inserted. */
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
  if (bytes + photos * BYTES_PER_PHOTO > photoBytesPerUser)
    throw limitReached(apiMessages.photosLimitReached(photoBytesPerUser / 1_000_000));
}
