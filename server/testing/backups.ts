import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openArchive } from '#server/backup/read-archive.ts';
import { restore } from '#server/backup/restore.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { ServerFeature } from '#server/feature.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { type Person, startTestServer } from './harness.ts';
import { testItemsServer } from './items/feature.ts';
import { pictureUpload } from './pictures.ts';

/** Starts a server and creates a folder for its backups. Both are removed after the tests of the file. */
export async function startWithBackups() {
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  const server = await startTestServer();
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  return { folder, server, blobs: await openBlobs(server.config) };
}

/** Restores a backup into the database and the file store of a server, which may be running. */
export async function restoreFile(
  target: { config: Config; running: { database: Database; wakeSweeper?(): Promise<void> } },
  file: string,
  features: ServerFeature[] = [testItemsServer],
) {
  // The worker's first run would remove what this restore stores.
  await target.running.wakeSweeper?.();
  const archive = await openArchive(file, features);
  try {
    await restore(target.running.database, await openBlobs(target.config), archive);
  } finally {
    await archive.close();
  }
}

export async function createItemWithPhoto(person: Person) {
  const { filePath } = await uploadPhoto(person);
  const body = { text: 'With a photo', photo_path: filePath };
  const { item } = await person.call(testItems.create, { body });
  return { id: item.id, photo_path: filePath };
}

export async function uploadPhoto(person: Person) {
  return person.call(kit.upload, { body: await pictureUpload() });
}
