import { now } from '#server/clock.ts';
import type { InTransaction } from '#server/database/database.ts';

/** Marks an upload as shown by a note; false when it is not this person's to show. */
export async function claimPhoto(query: InTransaction, userId: string, path: string) {
  const claimed = await query
    .updateTable('files')
    .set({ used_at: now() })
    .where('path', '=', path)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Everything this person uploaded; the rows go with the account. */
export async function releaseAllPhotos(query: InTransaction, userId: string) {
  await query
    .insertInto('removed_blobs')
    .columns(['path'])
    .expression((of) => of.selectFrom('files').select('path').where('user_id', '=', userId))
    .execute();
}

/** A photo goes with the last note that shows it. */
export async function releasePhoto(query: InTransaction, path: string) {
  await query
    .updateTable('files')
    .set({ removed_at: now() })
    .where('path', '=', path)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('notes').select('id').where('photo_path', '=', path))),
    )
    .execute();
}
