import { itemKinds } from '#features/contract.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { EXPORT_FILE, EXPORT_JSON_MAX_BYTES } from '#shared/export.ts';
import type { ItemKind } from '#shared/items.ts';
import { FileError } from './file-error.ts';
import { fileErrors as m } from './messages.ts';
import { openEntry } from './open-entry.ts';
import { type ReadItems, readItems } from './read-items.ts';
import { readDirectory, type ZipEntry } from './read-zip.ts';

/** A fully checked export. */
export type CheckedExport = Pick<ReadItems, 'items' | 'itemCount'> & {
  /** Reads a photo by the path that it had when it was exported. */
  photos: Map<string, () => Promise<Blob>>;
};

/**
 * Reads and checks the whole export, so that nothing is sent from a file that cannot be imported completely. Throws a
 * FileError that says what is wrong.
 */
export async function checkExport(
  file: Blob,
  {
    signal,
    onProgress,
    kinds = itemKinds,
  }: {
    signal: AbortSignal;
    onProgress(done: number, total: number): void;
    /** The kinds of items that the file may contain. */
    kinds?: readonly ItemKind[];
  },
): Promise<CheckedExport> {
  const entries = new Map((await readDirectory(file)).map((entry) => [entry.name, entry]));
  const description = entries.get(EXPORT_FILE);
  if (!description) throw new FileError(m.notExport);
  if (description.size > EXPORT_JSON_MAX_BYTES)
    throw new FileError(m.textTooLarge(EXPORT_JSON_MAX_BYTES / 1024 / 1024));
  const json = await (await openEntry(file, description, EXPORT_JSON_MAX_BYTES)).text();
  const { items, itemCount, photoFiles } = await readItems(json, { kinds, signal });

  const photos: CheckedExport['photos'] = new Map();
  onProgress(0, photoFiles.size);
  for (const [path, name] of photoFiles) {
    signal.throwIfAborted();
    const entry = entries.get(name);
    if (!entry) throw new FileError(m.photoMissing(name));
    const openPhoto = () => open(file, entry);
    await openPhoto();
    photos.set(path, openPhoto);
    onProgress(photos.size, photoFiles.size);
  }
  return { items, itemCount, photos };
}

function open(file: Blob, entry: ZipEntry) {
  if (entry.size > PHOTO_MAX_BYTES) throw new FileError(m.photoTooLarge(entry.name));
  return openEntry(file, entry, PHOTO_MAX_BYTES);
}
