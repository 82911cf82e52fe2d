import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import pLimit from 'p-limit';
import { now } from '#server/clock/clock.ts';
import { kit } from '#shared/endpoints.ts';
import { EXPORT_FILE, IMPORT_BATCH_MAX_ITEMS } from '#shared/export.ts';
import type { createClient } from './client.ts';
import type { Person, TestServer } from './harness.ts';
import { asForm } from './pictures.ts';

const UPLOADS_AT_ONCE = 4;
const LARGE_PHOTO_BYTES = 24 * 1024 * 1024;
const LARGE_PHOTOS = 3;
/** Minimum size of an export with all of them. */
export const LARGE_EXPORT_BYTES = LARGE_PHOTOS * LARGE_PHOTO_BYTES;
/** More than the server sends to a client that reads nothing. */
export const FAST_EXPORT_BYTES = 8 * 1024 * 1024;

type Caller = Pick<ReturnType<typeof createClient>, 'call' | 'send' | 'error'>;

export type ExportedItem = Record<string, unknown> & {
  id: string;
  photo_path: string | null;
  photo_file: string | null;
  created_at: string;
  updated_at: string;
};

/** Downloads a user's export and unpacks it with another library than the server's. */
export async function readExport(person: Caller) {
  const zip = await person.call(kit.exportData);
  const files = unzipSync(zip);
  const everything = JSON.parse(Buffer.from(files[EXPORT_FILE] as Uint8Array).toString()) as {
    format: number;
    account: Record<string, unknown>;
    items: Record<string, ExportedItem[]>;
  };
  return { files, everything };
}

/**
 * Adds items with photos, which are links to one file, so that their export exceeds the buffers of a connection: Linux
 * may buffer 32 MB for the receiver and 4 MB for the sender.
 */
export async function addLargePhotos(
  { config, running, query }: TestServer,
  { user }: Pick<Person, 'user'>,
) {
  const folder = join(config.dataDir, 'files');
  const first = newPath();
  await running.blobs.put(first, Buffer.alloc(LARGE_PHOTO_BYTES));
  for (let count = 0; count < LARGE_PHOTOS; count++) {
    const path = count === 0 ? first : newPath();
    if (path !== first) await link(join(folder, first), join(folder, path));
    await addPhotoItem(query, user.id, path);
  }
}

const newPath = () => `${randomBytes(32).toString('base64url')}.png`;

async function addPhotoItem(query: TestServer['query'], userId: string, path: string) {
  const time = now();
  await query
    .insertInto('files')
    .values({
      path,
      user_id: userId,
      upload_id: null,
      content_type: 'image/png',
      size_bytes: LARGE_PHOTO_BYTES,
      created_at: time,
      used_at: time,
      removed_at: null,
    })
    .execute();
  await query
    .insertInto('items')
    .values({
      id: randomUUID(),
      user_id: userId,
      title: '',
      text: 'x',
      photo_path: path,
      version: 1,
      created_at: time,
      updated_at: time,
      seq: 0,
    })
    .execute();
}

/** Requests an export. Resolves when the response has begun, without reading it. */
export async function beginExport(port: number, token: string, headers = '') {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET /api/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}

export type ReadExport = Awaited<ReturnType<typeof readExport>>;

/** Imports what `readExport` returned, as the client does. */
export async function importExport(person: Caller, { files, everything }: ReadExport) {
  const staged = await stageItems(person, everything.items);
  const fileOf = new Map(
    Object.values(everything.items)
      .flat()
      .map(({ photo_path, photo_file }) => [photo_path, photo_file]),
  );
  const atOnce = pLimit(UPLOADS_AT_ONCE);
  await atOnce.map([...staged.photos], async ([photo_path, id]) => {
    const bytes = files[fileOf.get(photo_path) ?? ''];
    assert.ok(bytes, photo_path);
    await person.call(kit.upload, { query: { id }, body: asForm(bytes) });
  });
  const body = { id: staged.id, parts: staged.parts };
  return { ...(await person.call(kit.completeImport, { body })), uploads: staged.photos.size };
}

/** Sends all items of an export, without photos and without completing the import. */
export async function stageItems(person: Caller, items: Record<string, ExportedItem[]>) {
  const id = randomUUID();
  const photos = new Map<string, string>();
  let parts = 0;
  for (const [entity, list] of Object.entries(items))
    for (let start = 0; start < list.length; start += IMPORT_BATCH_MAX_ITEMS) {
      const batch = list.slice(start, start + IMPORT_BATCH_MAX_ITEMS);
      const result = await person.call(kit.importItems, {
        body: { id, part: parts++, entity, items: batch },
      });
      for (const { photo_path, upload_id } of result.photos) photos.set(photo_path, upload_id);
    }
  return { id, parts, photos };
}
