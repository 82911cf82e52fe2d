import { VERSION_MAX } from '#server/sync/version-limit.ts';

type Row = Record<string, unknown>;

/**
 * Limits the version of a synced row, and of a deleted row that can be restored, in a backup: SQLite accepts larger
 * versions than PostgreSQL. The version may shrink, because every device loads its lists again after a restore.
 */
export function fitVersion(row: Row): Row {
  if (!('seq' in row)) return row;
  const { version, kept_row } = row;
  return {
    ...row,
    ...(isTooLarge(version) && { version: VERSION_MAX }),
    ...(typeof kept_row === 'string' && { kept_row: fitKeptRow(kept_row) }),
  };
}

function fitKeptRow(json: string) {
  const row: Row = JSON.parse(json);
  return isTooLarge(row.version) ? JSON.stringify({ ...row, version: VERSION_MAX }) : json;
}

const isTooLarge = (version: unknown) => typeof version === 'number' && version > VERSION_MAX;
