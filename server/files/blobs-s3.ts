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
      succeeded(await request(name, { method: 'PUT', body: bytes }));
    },

    async get(name) {
      const response = await request(name, { method: 'GET' });
      if (response.status === 404) return undefined;
      return succeeded(response).bytes() as Promise<Uint8Array<ArrayBuffer>>;
    },

    async remove(name) {
      const response = await request(name, { method: 'DELETE' });
      if (response.status !== 404) succeeded(response);
    },

    async check() {
      succeeded(await request('', { method: 'HEAD' }));
    },
  };

  async function request(name: string, init: RequestInit) {
    try {
      return await client.fetch(`${bucketUrl}/${name}`, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (cause) {
      throw Object.assign(unavailable(), { cause });
    }
  }
}

function succeeded(response: Response) {
  if (response.ok) return response;
  throw Object.assign(unavailable(), {
    cause: new Error(`The file store answered ${response.status}.`),
  });
}
