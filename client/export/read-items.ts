import type * as v from 'valibot';
import { startSlices } from '#client/yield-to-browser.ts';
import { EXPORT_FORMAT, type PortableItem, portableItem } from '#shared/export.ts';
import type { ItemKind } from '#shared/items.ts';
import { validate } from '#shared/validate.ts';
import { FileError } from './file-error.ts';
import { JsonReader } from './json-reader.ts';
import { fileErrors as m } from './messages.ts';

/** The items of an export, all of them valid. */
export type ReadItems = {
  /** The items by the name of their table. */
  items: Map<string, PortableItem[]>;
  itemCount: number;
  /** The names of the photos in the archive, by their paths. */
  photoFiles: Map<string, string>;
};

/**
 * Reads the items from an export's JSON and validates each with its form's schema. Yields to the browser in between.
 */
export async function readItems(
  json: string,
  { kinds, signal }: { kinds: readonly ItemKind[]; signal: AbortSignal },
): Promise<ReadItems> {
  const read: ReadItems = { items: new Map(), itemCount: 0, photoFiles: new Map() };
  const pause = startSlices();
  const reader = new JsonReader(json);
  let isKnownFormat = false;
  let hasItems = false;
  for (const name of reader.members()) {
    if (name === 'items') {
      // The format version comes before the items in every export: everything else may change in a later format.
      if (!isKnownFormat || hasItems) throw new FileError(m.notExport);
      hasItems = true;
      for (const table of reader.members()) await readTable(table);
    } else {
      const value = reader.value();
      if (name === 'format') isKnownFormat = checkFormat(value);
    }
  }
  reader.end();
  if (!hasItems) throw new FileError(m.notExport);
  return read;

  async function readTable(table: string) {
    const kind = kinds.find(({ many }) => many === table);
    if (!kind) throw new FileError(m.unknownKind(table));
    if (read.items.has(table)) throw new FileError(m.duplicate);
    const schema = portableItem(kind.fields);
    const items = new Map<string, PortableItem>();
    for (const _ of reader.elements()) {
      await pause();
      signal.throwIfAborted();
      read.itemCount++;
      const item = readItem(schema, reader.value());
      if (items.has(item.id)) throw new FileError(m.duplicate);
      items.set(item.id, item);
    }
    read.items.set(table, [...items.values()]);
  }

  function readItem(schema: v.GenericSchema<unknown, PortableItem>, input: unknown) {
    if (!isRecord(input)) throw new FileError(m.notExport);
    const result = validate(schema, input);
    if (!result.valid) {
      const [reason = ''] = Object.values(result.fields);
      throw new FileError(m.invalidEntry(read.itemCount, reason));
    }
    const item = result.value;
    const { photo_file } = input;
    // A photo that was already missing when the export was made has a path, but no file.
    if (item.photo_path && typeof photo_file === 'string')
      read.photoFiles.set(item.photo_path, photo_file);
    else item.photo_path = null;
    return item;
  }
}

function checkFormat(format: unknown): boolean {
  if (typeof format !== 'number') throw new FileError(m.notExport);
  if (format !== EXPORT_FORMAT) throw new FileError(m.otherVersion);
  return true;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
