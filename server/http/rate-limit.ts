import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#server/errors.ts';

export type Limit = { attempts: number; minutes: number };

export type Limiter = {
  /** Counts an attempt; refuses it with 429 when there were too many. */
  count(key: string): Promise<void>;
  forget(key: string): Promise<unknown>;
};

export function createLimiter({ attempts, minutes }: Limit): Limiter {
  const limiter = new RateLimiterMemory({ points: attempts, duration: minutes * 60 });
  return {
    async count(key) {
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw tooMany(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
      }
    },
    forget: (key) => limiter.delete(key),
  };
}
