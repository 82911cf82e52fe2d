import type { Limits } from '#server/config.ts';
import type { InTransaction } from '#server/database/database.ts';
import { limitReached } from '#server/errors.ts';
import { apiMessages } from '#shared/messages.ts';

/** A photo counts for more than its bytes: a row, a name, up to three widths. Keeps the number of tiny ones bounded. */
const BYTES_PER_PHOTO = 16_384;

/** Rejects when this person's photos, the new one included, exceed the limit. Call it after inserting the row. */
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
