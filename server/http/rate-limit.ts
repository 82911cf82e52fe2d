import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Config } from '#server/config.ts';
import type { Database, Query } from '#server/database/database.ts';
import { tooMany } from '#server/errors/errors.ts';
import { widerNetworks } from './address.ts';

export type Limit = { attempts: number; minutes: number };

export type Limiters = ReturnType<typeof createLimiters>;

/** Creates a counter with a unique name. */
type CreateCounter = (name: string, limit: Limit) => RateLimiterAbstract;

/** Maximum duration of a limit. */
const LONGEST_LIMIT_MS = 60 * 60 * 1000;

/** High enough that nobody reaches it in a demo on this machine, and no test does. */
const ATTEMPTS_IN_DEMO = 100_000;

/** Multiples of the limit per address for a /56 and a /48 network, which may contain several households. */
const WIDER_NETWORK_FACTORS = [4, 16];

/** Returns a store for counts: on PostgreSQL for all processes together, on SQLite for the only one. */
export const countersOf = ({ engine, query }: Pick<Database, 'engine' | 'query'>) =>
  engine === 'postgres' ? countInDatabase(query) : countInMemory;

export const countInMemory: CreateCounter = (_, { attempts, minutes }) =>
  new RateLimiterMemory({ points: attempts, duration: minutes * 60 });

function countInDatabase(query: Query): CreateCounter {
  const storeClient = {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows } = await query.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  return (name, { attempts, minutes }) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: attempts,
      duration: minutes * 60,
      // Blocked clients cause no further writes.
      inMemoryBlockOnConsumed: attempts + 1,
    });
}

/** Deletes counts that no longer apply, or that were made while the clock was far ahead. */
export async function sweepCounters(query: Query) {
  const now = Date.now();
  await query
    .deleteFrom('rate_limits')
    .where(({ or, eb }) =>
      or([eb('expire', '<', now), eb('expire', '>', now + 2 * LONGEST_LIMIT_MS)]),
    )
    .execute();
}

/** Returns the functions that create limiters with unique names. */
export function createLimiters(createCounter: CreateCounter, mode: Config['mode']) {
  return {
    perKey,

    /** Limits attempts per client address, alone or combined with another key, and per network that contains it. */
    perAddress(name: string, { attempts, minutes }: Limit) {
      const limiters = [1, ...WIDER_NETWORK_FACTORS].map((factor) =>
        perKey(`${name}-${factor}`, { attempts: attempts * factor, minutes }),
      );
      const everyNetwork = (address: string) => [address, ...widerNetworks(address)].entries();
      return {
        async count(address: string, other = '') {
          for (const [width, network] of everyNetwork(address))
            await limiters[width]?.count(`${network} ${other}`);
        },
        async forget(address: string, other = '') {
          for (const [width, network] of everyNetwork(address))
            await limiters[width]?.forget(`${network} ${other}`);
        },
      };
    },
  };

  function perKey(name: string, { attempts, minutes }: Limit) {
    const limit = { attempts: mode === 'demo' ? ATTEMPTS_IN_DEMO : attempts, minutes };
    return createLimiter(createCounter(name, limit), limit);
  }
}

function createLimiter(limiter: RateLimiterAbstract, { attempts, minutes }: Limit) {
  const durationMs = minutes * 60 * 1000;

  return {
    /** Counts an attempt. Throws 429 if there were too many. */
    async count(key: string) {
      const { isAllowed, msBeforeNext } = await consume(hash(key));
      if (isAllowed) return;
      // The clock may have been set back since the first attempt.
      throw tooMany(Math.max(1, Math.ceil(Math.min(msBeforeNext, durationMs) / 1000)));
    },
    forget: (key: string) => limiter.delete(hash(key)),
    /** Counts an attempt. Returns whether it is within the limit. */
    async take(key: string) {
      return (await consume(hash(key))).isAllowed;
    },
    async isUsedUp(key: string) {
      const counted = await limiter.get(hash(key));
      return counted !== null && !isFromAhead(counted) && counted.consumedPoints >= attempts;
    },
  };

  /** Counts an attempt. Forgets attempts from when the clock was far ahead: they would apply for years. */
  async function consume(key: string) {
    const counted = await consumeOnce(key);
    if (!isFromAhead(counted)) return counted;
    await limiter.delete(key);
    return consumeOnce(key);
  }

  async function consumeOnce(key: string) {
    try {
      const { msBeforeNext } = await limiter.consume(key);
      return { isAllowed: true, msBeforeNext };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return { isAllowed: false, msBeforeNext: error.msBeforeNext };
    }
  }

  /**
   * Tells whether a count is from a clock that was ahead. Twice the duration, because clocks of processes may differ.
   */
  function isFromAhead({ msBeforeNext }: { msBeforeNext: number }) {
    return msBeforeNext > 2 * durationMs;
  }
}

/** Hashes a key, so that the database contains neither email addresses nor client addresses. */
const hash = (key: string) => createHash('sha256').update(key).digest('base64url');
