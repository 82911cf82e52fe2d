import type { Limits } from '#server/config.ts';
import { tooManyUploads } from '#server/errors/errors.ts';
import { type ArrivingBody, countArriving } from './arriving-bodies.ts';
import { createMemoryPool } from './memory-pool.ts';

/** Memory for all uploads together: about twenty of the largest. */
const UPLOADS_MAX_BYTES = 256 * 1024 * 1024;

/** Limits the concurrent uploads per user and the memory of all uploads. */
export function createUploadLimits({ uploadsAtOncePerUser }: Pick<Limits, 'uploadsAtOncePerUser'>) {
  const counts = new Map<string, number>();
  const pool = createMemoryPool(UPLOADS_MAX_BYTES);

  return {
    /** Begins an upload. It counts until it is disposed, including while it is processed. */
    begin(userId: string): ArrivingBody {
      const count = counts.get(userId) ?? 0;
      if (count >= uploadsAtOncePerUser) throw tooManyUploads(uploadsAtOncePerUser);
      counts.set(userId, count + 1);
      const { signal, hold, keep, release } = countArriving(pool, userId);
      return {
        signal,
        hold,
        arrived: keep,
        [Symbol.dispose]() {
          release();
          const others = (counts.get(userId) ?? 1) - 1;
          if (others > 0) counts.set(userId, others);
          else counts.delete(userId);
        },
      };
    },
  };
}
