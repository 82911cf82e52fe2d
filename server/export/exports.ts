import { now } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { tooManyExports, unavailable } from '#server/errors.ts';
import type { Files } from '#server/files/store.ts';
import {
  type CreateCounter,
  createPersonLimiter,
  type IsShared,
  limitIn,
  type Requester,
} from '#server/http/rate-limit.ts';
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
  isShared,
  portable,
  files,
}: {
  config: Pick<Config, 'mode'>;
  createCounter: CreateCounter;
  isShared: IsShared;
  portable: Portable;
  files: Files;
}) {
  const limiter = createPersonLimiter(createCounter, 'export', limitIn(mode, LIMIT), isShared);
  const running = new Map<string, number>();
  let count = 0;

  return {
    /** Throws if the person or the process has too many exports. */
    async check(requester: Requester) {
      checkPlaces(await keyOf(requester));
      await limiter.count(requester);
    },

    /** Returns the response with a person's data. The export takes its place when the client begins to receive it. */
    reply: (user: User, address: string): Reply => ({
      status: 200,
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${exportFileName(now())}"`,
        'Cache-Control': 'no-store',
      },
      body: run(user, address),
    }),
  };

  async function* run(user: User, address: string) {
    const key = await keyOf({ userId: user.id, address });
    // Others may have begun since the check.
    checkPlaces(key);
    count++;
    running.set(key, (running.get(key) ?? 0) + 1);
    try {
      yield* requirePace(writeExport({ portable, files }, user));
    } finally {
      count--;
      const others = (running.get(key) ?? 1) - 1;
      if (others > 0) running.set(key, others);
      else running.delete(key);
    }
  }

  /** Returns by what running exports are counted: the person, or the address of a visitor of a shared account. */
  async function keyOf({ userId, address }: Requester) {
    return (await isShared(userId)) ? address : userId;
  }

  function checkPlaces(key: string) {
    if ((running.get(key) ?? 0) >= EXPORTS_AT_ONCE_PER_USER)
      throw tooManyExports(EXPORTS_AT_ONCE_PER_USER);
    if (count >= EXPORTS_AT_ONCE) throw unavailable();
  }
}
