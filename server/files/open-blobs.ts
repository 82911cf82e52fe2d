import type { Config } from '#server/config.ts';
import type { Blobs } from './blobs.ts';

/** Opens the S3 bucket if one is configured, otherwise a folder. Loads only the code in use. */
export async function openBlobs({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Blobs> {
  return s3
    ? (await import('./blobs-s3.ts')).openS3(s3)
    : (await import('./blobs-folder.ts')).openFolder(dataDir);
}
