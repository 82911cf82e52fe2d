import { AwsClient } from 'aws4fetch';
import type { S3Config } from '#server/config.ts';
import { unavailable } from '#server/errors.ts';
import type { Blobs } from './blobs.ts';

const TIMEOUT_MS = 15_000;

/** Any S3-compatible store, addressed by path as all of them understand it. */
export function openS3({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Config): Blobs {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const bucketUrl = `${endpoint}/${bucket}`;

  return {
    kind: 's3',

    async put(name, bytes) {
      mustExist(await request(name, { method: 'PUT', body: bytes }));
    },

    get: (name) => request(name, { method: 'GET' }),

    async remove(name) {
      await request(name, { method: 'DELETE' });
    },

    // A store shows an object whole or not at all.
    async removeUnfinished() {},

    /** Asks for a list instead of HEAD: only an answer with a body says why it was rejected. */
    async check() {
      mustExist(await request('?list-type=2&max-keys=1', { method: 'GET' }));
    },
  };

  function mustExist(bytes: Uint8Array | undefined) {
    if (!bytes) throw unavailable(new Error(`The file store has no bucket "${bucket}".`));
  }

  /** Answers the body, or undefined for what is not there. Any failure is a 503 whose cause goes to the log. */
  async function request(name: string, init: RequestInit) {
    try {
      const response = await client.fetch(`${bucketUrl}/${name}`, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Read to its end also when nobody needs it: an unread body keeps its connection.
      const bytes = (await response.bytes()) as Uint8Array<ArrayBuffer>;
      if (response.ok) return bytes;
      if (response.status === 404) return undefined;
      throw new Error(`The file store answered ${response.status} ${reason(bytes)}`.trim());
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

/** The code of an S3 error, such as SignatureDoesNotMatch. */
function reason(body: Uint8Array) {
  return /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString('latin1'))?.[1] ?? '';
}
