import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { S3Config } from '#server/config.ts';
import { openS3 } from '#server/files/blobs-s3.ts';
import { type Check, ok, problem, reasonOf } from './check.ts';
import { cannotWrite } from './folders.ts';

/** Checks that photos can be stored. Writes, reads and deletes an object if they are in S3. */
export const checkFileStore: Check = async ({ s3, dataDir }) => {
  if (s3) return [await checkS3(s3)];
  const folder = join(dataDir, 'files');
  const reason = cannotWrite(folder);
  return [reason ? problem(reason) : ok(`photos are stored in ${folder}`)];
};

async function checkS3(config: S3Config) {
  const bucket = `the bucket ${config.bucket} at ${config.endpoint}`;
  const store = openS3(config);
  const name = `doctor-${randomUUID()}`;
  const bytes = new TextEncoder().encode(name);
  try {
    await store.put(name, bytes);
    const found = await store.get(name);
    await store.remove(name);
    if (!found || !Buffer.from(found).equals(bytes))
      return problem(`${bucket} returns something else than was stored`);
    if (await store.get(name))
      return problem(
        `${bucket} does not delete: allow s3:DeleteObject to the key of S3_ACCESS_KEY_ID`,
      );
    return ok(`${bucket} stores, returns and deletes objects`);
  } catch (error) {
    await store.remove(name).catch(() => {});
    return problem(`${bucket} cannot be used (${reasonOf(error)}): check the settings S3_*`);
  }
}
