import * as v from 'valibot';
import { importFieldMessages as m } from './export-messages.ts';
import { fieldsSchema } from './field-schemas.ts';
import type { ItemFields } from './fields.ts';
import { storable, uuid } from './text.ts';

/** The format version. Files with another version are not imported. */
export const EXPORT_FORMAT = 1;
/** The file in an export that contains all items. */
export const EXPORT_FILE = 'export.json';

/**
 * Maximum text size of an import: enough for 10,000 items of 13 KB each (10,000 is the default of MAX_ITEMS_PER_USER).
 * Limited because other users wait while the items are added.
 */
export const EXPORT_JSON_MAX_BYTES = 128 * 1024 * 1024;

export const IMPORT_BATCH_MAX_ITEMS = 50;
/** Less than the maximum body size. A larger item is sent alone. */
export const IMPORT_BATCH_MAX_BYTES = 48 * 1024;
/** Enough for the largest item that can be created, and for what an export adds to it. */
export const IMPORT_BODY_MAX_BYTES = 80 * 1024;
/** Enough for EXPORT_JSON_MAX_BYTES in batches that are half full. */
const IMPORT_MAX_PARTS = 10_000;

/** A time in the API's notation. Any other would be sorted wrongly. */
const time = v.pipe(
  v.string(m.timeInvalid),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, m.timeInvalid),
  v.check((text) => isTime(text), m.timeInvalid),
);

function isTime(text: string) {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

/** What every exported item has besides the fields of its feature. */
const commonFields = v.object({
  id: uuid,
  /** The path of the photo on the exporting server. It identifies the photo. */
  photo_path: v.nullable(
    v.pipe(v.string(m.photoInvalid), v.regex(/^[\w.-]{1,100}$/, m.photoInvalid)),
  ),
  created_at: time,
  updated_at: time,
});
export type PortableItem = v.InferOutput<typeof commonFields> & Record<string, unknown>;

/** Returns the schema of exported items with these fields. It drops other fields. */
export const portableItem = (fields: ItemFields) =>
  v.object({
    ...fieldsSchema(fields).entries,
    ...commonFields.entries,
  }) as unknown as v.GenericSchema<unknown, PortableItem>;

const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.number(m.partInvalid),
    v.integer(m.partInvalid),
    v.minValue(from, m.partInvalid),
    v.maxValue(to, m.partInvalid),
  );

/** A batch of imported items. The server keeps it until the import is completed. */
export const importBatch = v.object({
  /** Identifies the import. Chosen by the client. */
  id: uuid,
  /** The number of this batch, from 0. A batch that is sent again replaces the earlier one with its number. */
  part: wholeNumber(0, IMPORT_MAX_PARTS - 1),
  /** The kind of the items: the name under `items` in the export. */
  entity: storable(m.entityUnknown),
  /** The items as in the export. */
  items: v.pipe(
    v.array(v.looseObject({}, m.itemInvalid), m.itemsRequired),
    v.minLength(1, m.itemsRequired),
    v.maxLength(IMPORT_BATCH_MAX_ITEMS, m.itemsTooMany(IMPORT_BATCH_MAX_ITEMS)),
  ),
});

export const importedBatch = v.object({
  /**
   * The photos of items that this account does not have yet. The client uploads each with the id given here before it
   * completes the import.
   */
  photos: v.array(v.object({ photo_path: v.string(), upload_id: v.string() })),
});

export const importEnd = v.object({
  id: uuid,
  /** How many batches were sent. */
  parts: wholeNumber(1, IMPORT_MAX_PARTS),
});
