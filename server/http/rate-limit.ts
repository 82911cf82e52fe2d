import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#server/errors.ts';
import { widerNetworks } from './address.ts';

export type Limit = { attempts: number; minutes: number };

/** The limits of a /56 and a /48 network, as multiples of the limit of one address: they may be several households. */
const WIDER_NETWORK_FACTORS = [4, 16];

export function createLimiter({ attempts, minutes }: Limit) {
  const limiter = new RateLimiterMemory({ points: attempts, duration: minutes * 60 });
  return {
    /** Counts an attempt. Throws 429 if there were too many. */
    async count(key: string) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
    forget: (key: string) => limiter.delete(key),
    /** Counts an attempt without throwing. */
    async add(key: string) {
      await limiter.penalty(key);
    },
    async isUsedUp(key: string) {
      const counted = await limiter.get(key);
      return counted !== null && counted.consumedPoints >= attempts;
    },
  };
}

/** Limits attempts per client address, alone or combined with another key, and per network that contains it. */
export function createAddressLimiter({ attempts, minutes }: Limit) {
  const limiters = [1, ...WIDER_NETWORK_FACTORS].map((factor) =>
    createLimiter({ attempts: attempts * factor, minutes }),
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
}
