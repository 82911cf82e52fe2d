import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { recordStatements, type Up } from './record-statements.ts';

/** Part of every checksum. Raise it when unchanged migrations get other checksums, as when Kysely writes SQL differently. */
const CHECKSUM_VERSION = '1:';

/**
 * Computes a checksum of the SQL that a migration runs. Parameters do not count, because they may be times or random
 * ids. If it needs rows that only a database has, what it ran before still identifies it.
 */
export async function checksumOf(up: Up, engine: Database['engine']) {
  const hash = createHash('sha256');
  for (const statement of (await recordStatements(up, engine)).statements)
    hash.update(`${statement}\n`);
  return CHECKSUM_VERSION + hash.digest('hex');
}

/** Tells whether a stored checksum was computed in the same way. Databases of other versions have others, or none. */
export const isComparable = (checksum: string | null | undefined) =>
  checksum?.startsWith(CHECKSUM_VERSION) ?? false;
