import * as v from 'valibot';
import { yieldToBrowser } from '#client/yield-to-browser.ts';
import { portableFields } from '#features/contract.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { EXPORT_FILE, EXPORT_FORMAT, type PortableItem, portableItem } from '#shared/export.ts';
import { FileError } from './file-error.ts';
import { fileErrors as m } from './messages.ts';
import { openEntry } from './open-entry.ts';
import { readDirectory, type ZipEntry } from './read-zip.ts';

/** An export in which everything was checked. */
export type CheckedExport = {
  /** The items by the name of their table. */
  items: Map<string, PortableItem[]>;
  itemCount: number;
  /** Reads the photos, by the paths that they had where they were exported. */
  photos: Map<string, () => Promise<Blob>>;
};

/** Enough for 10,000 items, the default of MAX_ITEMS_PER_USER, of 13 KB each. */
const JSON_MAX_BYTES = 128 * 1024 * 1024;
const CHECKED_AT_ONCE = 200;

const anyFormat = v.object({ format: v.number() });
const everything = v.object({
  format: v.literal(EXPORT_FORMAT),
  items: v.record(v.string(), v.array(v.looseObject({ photo_file: v.nullable(v.string()) }))),
});

/**
 * Reads an export and checks all of it, so that nothing is sent of a file that cannot be imported completely. Throws a
 * FileError that says what is wrong.
 */
export async function checkExport(
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, total: number): void },
): Promise<CheckedExport> {
  const entries = new Map((await readDirectory(file)).map((entry) => [entry.name, entry]));
  const description = entries.get(EXPORT_FILE);
  if (!description) throw new FileError(m.notExport);
  if (description.size > JSON_MAX_BYTES)
    throw new FileError(m.textTooLarge(JSON_MAX_BYTES / 1024 / 1024));
  const json = await (await openEntry(file, description, JSON_MAX_BYTES)).text();
  const { items, itemCount, photoFiles } = await checkItems(parse(json), signal);

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

function parse(json: string) {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    throw new FileError(m.damaged(EXPORT_FILE));
  }
  // A later format may differ in anything else.
  const format = v.safeParse(anyFormat, content);
  if (format.success && format.output.format !== EXPORT_FORMAT) throw new FileError(m.otherVersion);
  const result = v.safeParse(everything, content);
  if (!result.success) throw new FileError(m.notExport);
  return result.output.items;
}

/** Validates every item with the rules of its form. Returns the items, and the names of their photos by path. */
async function checkItems(input: v.InferOutput<typeof everything>['items'], signal: AbortSignal) {
  const items: CheckedExport['items'] = new Map();
  const photoFiles = new Map<string, string>();
  let itemCount = 0;
  for (const [table, list] of Object.entries(input)) {
    const fields = Object.hasOwn(portableFields, table) ? portableFields[table] : undefined;
    if (!fields) throw new FileError(m.unknownKind(table));
    const schema = portableItem(fields);
    const ids = new Set<string>();
    const valid: PortableItem[] = [];
    for (const one of list) {
      itemCount++;
      if (itemCount % CHECKED_AT_ONCE === 0) {
        await yieldToBrowser();
        signal.throwIfAborted();
      }
      const result = v.safeParse(schema, one);
      if (!result.success) throw new FileError(m.invalidEntry(itemCount, result.issues[0].message));
      const item = result.output;
      if (ids.has(item.id)) throw new FileError(m.duplicate);
      ids.add(item.id);
      // A photo that was gone when the export was made has a path, but no file.
      if (item.photo_path && one.photo_file) photoFiles.set(item.photo_path, one.photo_file);
      else item.photo_path = null;
      valid.push(item);
    }
    items.set(table, valid);
  }
  return { items, itemCount, photoFiles };
}
