import { now } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { tooManyExports, unavailable } from '#server/errors.ts';
import type { Files } from '#server/files/store.ts';
import { type CreateCounter, createLimiter, limitIn } from '#server/http/rate-limit.ts';
import type { Reply } from '#server/http/responses.ts';
import type { User } from '#shared/auth.ts';
import { exportFileName } from '#shared/export-file-name.ts';
import type { Portable } from './portable.ts';
import { requirePace } from './require-pace.ts';
import { writeExport } from './write-export.ts';

/** A browser may request a download a second time before it ends the first request. */
export const EXPORTS_AT_ONCE_PER_USER = 2;
const EXPORTS_AT_ONCE = 16;
/** Each request for an export counts. A browser makes two: for the address and for the file. */
const LIMIT = { attempts: 40, minutes: 60 };

export type Exports = ReturnType<typeof createExports>;

/** Writes exports, a limited number at a time and per hour. */
export function createExports({
  config: { mode },
  createCounter,
  portable,
  files,
}: {
  config: Pick<Config, 'mode'>;
  createCounter: CreateCounter;
  portable: Portable;
  files: Files;
}) {
  const limiter = createLimiter(createCounter, 'export', limitIn(mode, LIMIT));
  const running = new Map<string, number>();
  let count = 0;

  return {
    /** Throws if the person or the process has too many exports. */
    async check(userId: string) {
      checkPlaces(userId);
      await limiter.count(userId);
    },

    /** Returns the response with a person's data. The export takes its place when the client begins to receive it. */
    reply: (user: User): Reply => ({
      status: 200,
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${exportFileName(now())}"`,
        'Cache-Control': 'no-store',
      },
      body: run(user),
    }),
  };

  async function* run(user: User) {
    // Others may have begun since the check.
    checkPlaces(user.id);
    count++;
    running.set(user.id, (running.get(user.id) ?? 0) + 1);
    try {
      yield* requirePace(writeExport({ portable, files }, user));
    } finally {
      count--;
      const others = (running.get(user.id) ?? 1) - 1;
      if (others > 0) running.set(user.id, others);
      else running.delete(user.id);
    }
  }

  function checkPlaces(userId: string) {
    if ((running.get(userId) ?? 0) >= EXPORTS_AT_ONCE_PER_USER)
      throw tooManyExports(EXPORTS_AT_ONCE_PER_USER);
    if (count >= EXPORTS_AT_ONCE) throw unavailable();
  }
}
