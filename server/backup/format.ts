import { backedUpTables } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';

/**
 * A backup is a .tgz of regular files, in this order:
 *   backup.json                     the number of the format and the time of the backup
 *   files/<name>                    the photos
 *   rows/<table>/<number>.jsonl     rows as JSON lines, a part of about ROWS_FILE_BYTES per file
 *   manifest.jsonl                  size and SHA-256 of every file before it, then the totals
 * Every file except the manifest fits in memory, so that neither writing nor reading needs a second copy on disk.
 */
export const FORMAT = 2;
export const HEADER = 'backup.json';
export const MANIFEST = 'manifest.jsonl';
export const ROWS_FILE_BYTES = 1024 * 1024;

/** Tables in a backup besides those that a restore replaces. */
const OTHER_TABLES = ['removed_blobs', 'schema_migrations'];

/** Lists the tables that a restore replaces, in an order in which rows can be inserted. */
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
  const photo = /^files\/([\w-]+\.\w+)$/.exec(path);
  if (photo?.[1]) return { kind: 'photo', name: photo[1] };
  const table = /^rows\/(\w+)\/\d{6,}\.jsonl$/.exec(path)?.[1];
  if (!table) return undefined;
  return [...tables, ...OTHER_TABLES].includes(table) ? { kind: 'rows', table } : undefined;
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

/** Formats the totals for people: "3 users, 12 tasks and 5 photos". */
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
