import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromNow, latestFromNow, now } from '#server/clock/clock.ts';
import type { Query } from '#server/database/database.ts';
import { storedSecret } from '#server/database/secrets.ts';
import { SIGNED_FILE_URL_LIFETIME_MINUTES } from '#shared/constants.ts';

const LIFETIME = { minutes: SIGNED_FILE_URL_LIFETIME_MINUTES };

/** Signs URLs that are valid for a few minutes without a session. The key is stored in the database. */
export function createSigner(query: Query) {
  const key = storedSecret(query, 'file-signature');

  return {
    async sign(path: string) {
      const expires = String(Math.floor(Date.parse(fromNow(LIFETIME)) / 1000));
      return { expires, signature: await signatureOf(path, expires) };
    },

    async verify(path: string, { expires, signature }: { expires: string; signature: string }) {
      const expected = Buffer.from(await signatureOf(path, expires));
      const given = Buffer.from(signature);
      const genuine = expected.length === given.length && timingSafeEqual(expected, given);
      return genuine && isUnexpired(new Date(Number(expires) * 1000).toISOString());
    },
  };

  async function signatureOf(path: string, expires: string) {
    return createHmac('sha256', await key())
      .update(`${path} ${expires}`)
      .digest('base64url');
  }
}

/** Checks the expiry time. Rejects addresses signed while the clock was ahead, which would be valid for years. */
const isUnexpired = (expiresAt: string) =>
  expiresAt > now() && expiresAt <= latestFromNow(LIFETIME);
