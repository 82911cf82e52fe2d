import type { Limits } from '#server/config.ts';
import { tooManyUploads, unavailable } from '#server/errors.ts';

type UploadLimits = ReturnType<typeof createUploadLimits>;
export type Upload = ReturnType<UploadLimits['begin']>;

/** The memory for all uploads together: about twenty of the largest. */
const UPLOADS_MAX_BYTES = 256 * 1024 * 1024;

/** Limits the concurrent uploads of a person and the memory of all uploads. */
export function createUploadLimits({ uploadsAtOncePerUser }: Pick<Limits, 'uploadsAtOncePerUser'>) {
  const uploadsOf = new Map<string, number>();
  let totalBytes = 0;

  return {
    /** Begins an upload. It counts until it is disposed. */
    begin(userId: string) {
      const count = (uploadsOf.get(userId) ?? 0) + 1;
      if (count > uploadsAtOncePerUser) throw tooManyUploads(uploadsAtOncePerUser);
      uploadsOf.set(userId, count);
      let bytes = 0;
      return {
        /** Counts a chunk that is stored in memory. Throws when all uploads together need too much. */
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
