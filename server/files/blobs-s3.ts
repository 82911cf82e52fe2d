import { AwsClient } from 'aws4fetch';
import type { S3Config } from '#server/config.ts';
import { unavailable } from '#server/errors/errors.ts';
import { type Blobs, checkedName } from './blobs.ts';

const TIMEOUT_MS = 15_000;
/** Metadata with the hash of an object. Objects of earlier versions have none. */
const HASH_HEADER = 'x-amz-meta-sha256';

/** Opens a bucket of any S3-compatible store. Uses path-style addresses, which all of them support. */
export function openS3({ endpoint, bucket, ...account }: S3Config): Blobs {
  const client = new AwsClient({ ...account, service: 's3', retries: 2 });
  const bucketUrl = `${endpoint}/${bucket}`;
  const at = (name: string) => `${bucketUrl}/${checkedName(name)}`;

  return {
    kind: 's3',

    /** Stores the bytes with their hash. The store compares it with what it receives. */
    async put(name, bytes) {
      const hash = await sha256(bytes);
      const headers = { 'X-Amz-Content-Sha256': hash, [HASH_HEADER]: hash };
      mustExist(await request(at(name), { method: 'PUT', body: bytes, headers }));
    },

    get: async (name) => request(at(name), { method: 'GET' }),

    async remove(name) {
      await request(at(name), { method: 'DELETE' });
    },

    // S3 writes objects atomically.
    async removeUnfinished() {},

    /** Checks the bucket with a list instead of HEAD: only a response with a body contains the reason for an error. */
    async check() {
      mustExist(await request(`${bucketUrl}/?list-type=2&max-keys=1`, { method: 'GET' }));
    },
  };

  function mustExist(bytes: Uint8Array | undefined) {
    if (!bytes) throw unavailable(new Error(`The file store has no bucket "${bucket}".`));
  }

  /** Returns the body, or undefined for 404. Throws a 503 with its cause for any other failure. */
  async function request(url: string, init: RequestInit) {
    try {
      const response = await client.fetch(url, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Always read to its end: an unread body blocks its connection.
      const bytes = (await response.bytes()) as Uint8Array<ArrayBuffer>;
      if (response.ok) {
        const hash = response.headers.get(HASH_HEADER);
        if (hash && hash !== (await sha256(bytes)))
          throw new Error(`The file store returned other bytes than were stored for ${url}.`);
        return bytes;
      }
      if (response.status === 404) return undefined;
      throw new Error(`The file store responded with ${response.status} ${reason(bytes)}`.trim());
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>) {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Returns the code of an S3 error, such as SignatureDoesNotMatch. */
function reason(body: Uint8Array) {
  return /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString('latin1'))?.[1] ?? '';
}
