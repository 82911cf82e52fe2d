import { now } from '#server/clock/clock.ts';
import { tooManyExports, unavailable } from '#server/errors/errors.ts';
import type { Files } from '#server/files/store.ts';
import type { Limiters } from '#server/http/rate-limit.ts';
import type { Reply } from '#server/http/responses.ts';
import type { User } from '#shared/auth.ts';
import { exportFileName } from '#shared/export-file-name.ts';
import { createPace, type Pace } from './pace.ts';
import type { Portable } from './portable.ts';
import { writeExport } from './write-export.ts';

/** A browser may request a download again before it ends the first request. */
export const EXPORTS_AT_ONCE_PER_USER = 2;
export const EXPORTS_AT_ONCE = 16;
/** Each request for an export counts. A browser sends two: for the address and for the file. */
const LIMIT = { attempts: 40, minutes: 60 };

type Running = {
  userId: string;
  address: string;
  pace: Pace;
  /** Ends it and frees its place. */
  end(): void;
};

/** Writes exports, a limited number at a time and per hour. */
export function createExports({
  limiters,
  portable,
  files,
}: {
  limiters: Limiters;
  portable: Portable;
  files: Files;
}) {
  const limiter = limiters.perKey('export', LIMIT);
  const running = new Set<Running>();

  return {
    /** Throws if the user or the process has too many exports. */
    async check(userId: string) {
      checkPlaces(userId);
      await limiter.count(userId);
    },

    /** Returns the response with a user's data. The export takes its place when the client begins to receive it. */
    reply(user: User, address: string): Reply {
      const ending = new AbortController();
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${exportFileName(now())}"`,
          'Cache-Control': 'no-store',
        },
        body: run(user, address, () => ending.abort()),
        signal: ending.signal,
      };
    },
  };

  async function* run(user: User, address: string, end: () => void) {
    // Other exports may have begun since the check.
    checkPlaces(user.id);
    if (isFull()) replaceable()?.end();
    const pace = createPace();
    const place: Running = {
      userId: user.id,
      address,
      pace,
      end() {
        running.delete(place);
        end();
      },
    };
    running.add(place);
    try {
      for await (const piece of writeExport({ portable, files }, user)) {
        pace.count(piece.length);
        yield piece;
      }
    } finally {
      running.delete(place);
    }
  }

  function checkPlaces(userId: string) {
    if ([...running].filter((one) => one.userId === userId).length >= EXPORTS_AT_ONCE_PER_USER)
      throw tooManyExports(EXPORTS_AT_ONCE_PER_USER);
    if (isFull() && !replaceable()) throw unavailable();
  }

  function isFull() {
    return running.size >= EXPORTS_AT_ONCE;
  }

  /**
   * Finds the export that another one may replace: the slowest that had a minute, from the client address with the most
   * exports, so that a few slow readers cannot keep all places.
   */
  function replaceable() {
    const countOf = (address: string) =>
      [...running].filter((one) => one.address === address).length;
    return [...running]
      .filter(({ pace }) => !pace.isInGrace())
      .map((one) => ({ ...one, count: countOf(one.address), pace: one.pace.bytesPerSecond() }))
      .toSorted((a, b) => b.count - a.count || a.pace - b.pace)[0];
  }
}
