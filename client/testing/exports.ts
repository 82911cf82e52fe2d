import { strToU8, type Zippable, zipSync } from 'fflate';
import { EXPORT_FILE, EXPORT_FORMAT } from '#shared/export.ts';

const TIME = '2026-01-31T09:30:00.000Z';

/** Creates an item as an export contains it. */
export const exportedItem = (number: number, fields: object = {}) => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  photo_path: null,
  photo_file: null,
  created_at: TIME,
  updated_at: TIME,
  ...fields,
});

/** Creates the ZIP file of an export. `content` replaces parts of its JSON. */
export function exportFile(content: object, files: Zippable = {}) {
  const everything = JSON.stringify({ format: EXPORT_FORMAT, items: {}, ...content });
  return zipSync({ ...files, [EXPORT_FILE]: strToU8(everything) });
}

/** Returns bytes as a file that the user has chosen. */
export const asFile = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
