import type { Limits } from '#server/config.ts';
import { tooManyUploads, unavailable } from '#server/errors/errors.ts';
import { createMemoryPool, type MemoryPool } from './memory-pool.ts';

/** A body that is arriving, whose bytes count towards a limit. */
export type ArrivingBody = {
  /** Aborts if the body must make room for others. */
  signal: AbortSignal;
  /** Counts a chunk that is stored in memory. Throws if all bodies together need too much. */
  hold(chunkBytes: number): void;
  /** Marks the body as complete: from now on it need not make room. */
  arrived(): void;
  [Symbol.dispose](): void;
};

/** Memory for all arriving bodies without files: about a thousand of the largest. */
export const ARRIVING_MAX_BYTES = 64 * 1024 * 1024;

/** Memory for all uploads together: about twenty of the largest. */
const UPLOADS_MAX_BYTES = 256 * 1024 * 1024;

const pool = createMemoryPool(ARRIVING_MAX_BYTES);

/** Starts to count a body without files, which anyone can send. It counts until it has arrived. */
export function beginBody(address: string): ArrivingBody {
  const { signal, hold, release } = countArriving(pool, address);
  return { signal, hold, arrived: release, [Symbol.dispose]: release };
}

/** Limits the concurrent uploads per user and the memory of all uploads. */
export function createUploadLimits({ uploadsAtOncePerUser }: Pick<Limits, 'uploadsAtOncePerUser'>) {
  const counts = new Map<string, number>();
  const uploads = createMemoryPool(UPLOADS_MAX_BYTES);

  return {
    /** Begins an upload. It counts until it is disposed, including while it is processed. */
    begin(userId: string): ArrivingBody {
      const count = counts.get(userId) ?? 0;
      if (count >= uploadsAtOncePerUser) throw tooManyUploads(uploadsAtOncePerUser);
      counts.set(userId, count + 1);
      const { signal, hold, keep, release } = countArriving(uploads, userId);
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

/** Starts to count what arrives from a client. `keep` and `release` come from the pool. */
function countArriving(pool: MemoryPool, client: string) {
  const ended = new AbortController();
  const { signal } = ended;
  const { add, keep, release } = pool.hold(client, () => ended.abort(unavailable()));
  return {
    signal,
    hold(chunkBytes: number) {
      add(chunkBytes);
      signal.throwIfAborted();
    },
    keep,
    release,
  };
}
