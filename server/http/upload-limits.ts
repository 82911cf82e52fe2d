import type { Limits } from '#server/config.ts';
import { tooManyUploads, unavailable } from '#server/errors.ts';

type UploadLimits = ReturnType<typeof createUploadLimits>;
export type Upload = ReturnType<UploadLimits['begin']>;

/** The memory for all uploads together: about twenty of the largest. */
const UPLOADS_MAX_BYTES = 256 * 1024 * 1024;

type Person = { uploads: number; bytes: number };
type Arriving = { person: Person; end(): void };

/** Limits the concurrent uploads of a person and the memory of all uploads. */
export function createUploadLimits({ uploadsAtOncePerUser }: Pick<Limits, 'uploadsAtOncePerUser'>) {
  const people = new Map<string, Person>();
  /** The oldest comes first. */
  const arriving = new Set<Arriving>();
  let totalBytes = 0;

  return {
    /** Begins an upload. It counts until it is disposed. `signal` aborts if it is ended to make room for others. */
    begin(userId: string) {
      const person = people.get(userId) ?? { uploads: 0, bytes: 0 };
      if (person.uploads >= uploadsAtOncePerUser) throw tooManyUploads(uploadsAtOncePerUser);
      people.set(userId, person);
      person.uploads++;
      let bytes = 0;
      const ended = new AbortController();
      const upload: Arriving = {
        person,
        end() {
          release();
          ended.abort(unavailable());
        },
      };
      arriving.add(upload);

      return {
        signal: ended.signal,
        /** Counts a chunk that is stored in memory. Throws when all uploads together need too much. */
        hold(chunkBytes: number) {
          ended.signal.throwIfAborted();
          count(chunkBytes);
          while (totalBytes > UPLOADS_MAX_BYTES) endOne();
          ended.signal.throwIfAborted();
        },
        /** Marks the upload as complete: it is processed, and no longer ended to make room. */
        arrived: () => void arriving.delete(upload),
        [Symbol.dispose]() {
          release();
          person.uploads--;
          if (person.uploads === 0) people.delete(userId);
        },
      };

      function count(chunkBytes: number) {
        bytes += chunkBytes;
        person.bytes += chunkBytes;
        totalBytes += chunkBytes;
      }

      function release() {
        arriving.delete(upload);
        count(-bytes);
      }
    },
  };

  /**
   * Ends the oldest upload of the person whose uploads need the most memory. So those of one person, which may be kept
   * slow on purpose, do not keep others from uploading.
   */
  function endOne() {
    let chosen: Arriving | undefined;
    for (const upload of arriving)
      if (!chosen || upload.person.bytes > chosen.person.bytes) chosen = upload;
    chosen?.end();
  }
}
