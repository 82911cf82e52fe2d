import { basename, extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { app } from '#app';
import { now } from '#server/clock/clock.ts';
import { HttpError } from '#server/errors/errors.ts';
import type { Files } from '#server/files/store.ts';
import type { User } from '#shared/auth.ts';
import { firstOfKind, titleFieldIn } from '#shared/described-fields.ts';
import { EXPORT_FILE, EXPORT_FORMAT, type PortableItem } from '#shared/export.ts';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import { inExportOrder } from './export-order.ts';
import { createFileNames } from './file-names.ts';
import { toMarkdown } from './markdown.ts';
import type { Portable, PortableEntity } from './portable.ts';
import { openSpool } from './spool.ts';
import { createZipWriter } from './zip-writer.ts';

type Source = { portable: Portable; files: Files };

/** Small pieces are sent together. */
const PIECE_BYTES = 64 * 1024;

/**
 * Writes the ZIP archive of a user's data piece by piece. Reads each item once, so that its Markdown file, its photo
 * and its entry in the final export.json always agree.
 */
export async function* writeExport(source: Source, user: User): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of archive(source, user)) {
    pieces.push(piece);
    size += piece.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  yield Buffer.concat(pieces);
}

async function* archive({ portable, files }: Source, user: User): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter();
  const names = createFileNames();
  /** The files of photos by table and path: several items may have the same photo, which is written once. */
  const photoFiles = new Map<string, string>();
  await using everything = await openSpool();
  await everything.write(head(user));
  for (const [index, entity] of inExportOrder(portable.entities()).entries()) {
    await everything.write(`${index > 0 ? ',' : ''}\n${JSON.stringify(entity.table)}: [`);
    let isFirst = true;
    for await (const items of pagesOf(entity, user.id)) {
      const withTitles = await entity.readTitles(user.id, items);
      for (const item of items) {
        const photo_file = yield* itemFiles(entity, withTitles(item));
        const line = JSON.stringify({ ...item, photo_file, ...(await entity.readOwned(item.id)) });
        await everything.write(`${isFirst ? '' : ','}\n${line}`);
        isFirst = false;
      }
    }
    await everything.write('\n]');
  }
  await everything.write('\n}}\n');
  const finished = await everything.finish();
  yield zip.begin({ name: EXPORT_FILE, isDeflated: true, ...finished, time: new Date() });
  yield* everything.pieces();
  yield* zip.end();

  /** Writes the files of an item, whose references are titles. Returns the name of its photo. */
  async function* itemFiles(
    { table, fields }: PortableEntity,
    item: PortableItem,
  ): AsyncGenerator<Uint8Array, string | null> {
    const titleColumn = titleFieldIn({ fields })?.name ?? '';
    const textColumn = firstOfKind({ fields }, 'long-text')?.name ?? '';
    const title = String(item[titleColumn] ?? '');
    const text = String(item[textColumn] ?? '');
    const others = Object.keys(fields).filter(
      (field) => field !== titleColumn && field !== textColumn,
    );
    const otherFields = Object.fromEntries(others.map((field) => [field, item[field]]));
    const name = names.next(table, { title, created_at: item.created_at });
    const photoKey = `${table}/${item.photo_path}`;
    const written = photoFiles.get(photoKey);
    const photo = item.photo_path && !written ? await findPhoto(item.photo_path) : undefined;
    const photoFile = written ?? (photo && `${name}${extname(photo.path)}`);
    const time = new Date(item.updated_at);
    const markdown = Buffer.from(
      toMarkdown({ ...item, title, text, otherFields, photo: photoFile && basename(photoFile) }),
    );
    const stored = (name: string, size: number, crc: number) =>
      zip.begin({ name, isDeflated: false, crc, size, storedSize: size, time });
    yield stored(`${name}.md`, markdown.length, crc32(markdown));
    yield markdown;
    if (!photo || !photoFile) return photoFile ?? null;
    yield stored(photoFile, photo.size, photo.crc);
    yield* await photo.pieces();
    photoFiles.set(photoKey, photoFile);
    return photoFile;
  }

  /**
   * Finds a photo. Reads a large one twice, first for its CRC, so that it is never completely in memory. Returns
   * undefined if it is gone: its item is exported without it.
   */
  async function findPhoto(path: string) {
    try {
      const file = await files.find(path, user.id);
      const content = await files.read(file);
      if (!('pieces' in content))
        return { path, crc: crc32(content), size: content.length, pieces: async () => [content] };
      let crc = 0;
      for await (const piece of content.pieces) crc = crc32(piece, crc);
      return { path, crc, size: content.size, pieces: () => readAgain(file) };
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    }
  }

  async function readAgain(file: Awaited<ReturnType<Files['find']>>) {
    const content = await files.read(file);
    return 'pieces' in content ? content.pieces : [content];
  }
}

/** Reads the items page by page. Lets other work run between pages. */
async function* pagesOf(entity: PortableEntity, userId: string) {
  let last: PortableItem | undefined;
  do {
    const page = await entity.page(userId, last);
    yield page;
    last = page.length === PAGE_MAX_ROWS ? page.at(-1) : undefined;
    await setImmediate();
  } while (last);
}

function head({ user_type: _, ...account }: User) {
  const about = { format: EXPORT_FORMAT, app: app.id, exported_at: now(), account };
  return `${JSON.stringify(about).slice(0, -1)},"items":{`;
}
