import { backedUpTables } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';

/**
 * A backup is a .tgz of regular files, in this order:
 *   backup.json                     the format number and the time of the backup
 *   files/<name>                    the photos
 *   rows/<table>/<number>.jsonl     rows as JSON lines, a part of about ROWS_FILE_BYTES per file
 *   manifest.jsonl                  size and SHA-256 of every file before it, then the totals
 * Every file except the manifest fits in memory, so that neither writing nor reading needs a second copy on disk.
 */
export const FORMAT = 2;
export const HEADER = 'backup.json';
export const MANIFEST = 'manifest.jsonl';
export const ROWS_FILE_BYTES = 1024 * 1024;

/**
 * Maximum size of each kind of file, so that an untrusted archive cannot fill the memory. The manifest is read line by
 * line.
 */
const MAX_BYTES = {
  header: 4 * 1024,
  // Several times the largest photo that the server stores.
  photo: 64 * 1024 * 1024,
  // The last row of a file may have 16 MB.
  rows: ROWS_FILE_BYTES + 16 * 1024 * 1024,
  manifest: Number.POSITIVE_INFINITY,
};
export const MANIFEST_LINE_MAX_BYTES = 256 * 1024;

const PHOTO_NAME = /^[\w-]{1,100}\.\w{1,10}$/;

/** Tables in a backup that a restore does not replace. */
const OTHER_TABLES = ['removed_blobs', 'schema_migrations'];

/** Lists the tables that a restore replaces, in an order in which their rows can be inserted. */
export const tablesOf = (features: Pick<ServerFeature, 'tables'>[]) => [
  ...backedUpTables,
  ...features.flatMap(({ tables }) => tables),
];

/** The kind of a file in the archive. */
export type FileKind =
  | { kind: 'header' }
  | { kind: 'photo'; name: string }
  | { kind: 'rows'; table: string }
  | { kind: 'manifest' };

export function fileKind(path: string, tables: string[]): FileKind | undefined {
  if (path === HEADER) return { kind: 'header' };
  if (path === MANIFEST) return { kind: 'manifest' };
  const name = /^files\/(.+)$/.exec(path)?.[1];
  if (name && isPhotoName(name)) return { kind: 'photo', name };
  const table = /^rows\/(\w+)\/\d{6,}\.jsonl$/.exec(path)?.[1];
  if (!table) return undefined;
  return [...tables, ...OTHER_TABLES].includes(table) ? { kind: 'rows', table } : undefined;
}

export const isPhotoName = (name: unknown) => typeof name === 'string' && PHOTO_NAME.test(name);

/** Throws if a file is too large for a backup. Also called when writing one, because it could not be restored. */
export function checkSize(path: string, { kind }: FileKind, size: number) {
  if (size > MAX_BYTES[kind])
    throw new Error(
      `${path} has ${size} bytes, more than the ${MAX_BYTES[kind]} that it may have.`,
    );
}

export const photoPath = (name: string) => `files/${name}`;

export const rowsPath = (table: string, number: number) =>
  `rows/${table}/${String(number).padStart(6, '0')}.jsonl`;

/** Counts the content of an archive. Used by writer and reader. */
export function createTotals() {
  const rows: Record<string, number> = {};
  let photos = 0;
  return {
    count(file: FileKind, lines: number) {
      if (file.kind === 'photo') photos++;
      if (file.kind === 'rows') rows[file.table] = (rows[file.table] ?? 0) + lines;
    },
    value: () => ({ rows, photos }),
  };
}

export type Totals = ReturnType<ReturnType<typeof createTotals>['value']>;

/** Formats the totals as text: "3 users, 12 tasks and 5 photos". */
export function describeTotals(
  { rows, photos }: Totals,
  features: Pick<ServerFeature, 'counts'>[],
) {
  const counts = features.flatMap((feature) => Object.entries(feature.counts));
  return new Intl.ListFormat('en-GB').format([
    `${rows.users ?? 0} users`,
    ...counts.map(([name, table]) => `${rows[table] ?? 0} ${name}`),
    `${photos} photos`,
  ]);
}
