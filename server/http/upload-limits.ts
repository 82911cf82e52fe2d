import type { Limits } from '#server/config.ts';
import { tooManyUploads, unavailable } from '#server/errors.ts';

type UploadLimits = ReturnType<typeof createUploadLimits>;
export type Upload = ReturnType<UploadLimits['begin']>;

/** All uploads together hold at most this in memory: some twenty of the largest. */
const UPLOADS_MAX_BYTES = 256 * 1024 * 1024;

/** Bounds how many uploads a person has at once, and how much memory all of them hold. */
export function createUploadLimits({ uploadsAtOncePerUser }: Pick<Limits, 'uploadsAtOncePerUser'>) {
  const uploadsOf = new Map<string, number>();
  let totalBytes = 0;

  return {
    /** Counts as one upload of this person until it is disposed of. */
    begin(userId: string) {
      const count = (uploadsOf.get(userId) ?? 0) + 1;
      if (count > uploadsAtOncePerUser) throw tooManyUploads(uploadsAtOncePerUser);
      uploadsOf.set(userId, count);
      let bytes = 0;
      return {
        /** Call it for each chunk that is held. Throws when all uploads together hold too much. */
        hold(chunkBytes: number) {
          bytes += chunkBytes;
          totalBytes += chunkBytes;
          if (totalBytes > UPLOADS_MAX_BYTES) throw unavailable();
        },
        [Symbol.dispose]() {
          totalBytes -= bytes;
          const others = (uploadsOf.get(userId) ?? 0) - 1;
          if (others > 0) uploadsOf.set(userId, others);
          else uploadsOf.delete(userId);
        },
      };
    },
  };
}
