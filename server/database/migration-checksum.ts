import { hash } from 'node:crypto';
import type { Database } from './database.ts';
import { recordStatements, type Up } from './record-statements.ts';

/** Part of every checksum. Raise it if unchanged migrations get other ones, as when Kysely writes SQL differently. */
const CHECKSUM_VERSION = '1:';

/**
 * Computes a checksum of the SQL that a migration runs, without parameters, because they may be times or random ids. If
 * the migration needs existing rows, the SQL up to that point still identifies it.
 */
export async function checksumOf(up: Up, engine: Database['engine']) {
  const { statements } = await recordStatements(up, engine);
  const lines = statements.map((statement) => `${statement}\n`);
  return CHECKSUM_VERSION + hash('sha256', lines.join(''), 'hex');
}

/** Tells whether a stored checksum was computed in the same way. Other versions store other checksums, or none. */
export const isComparable = (checksum: string | null | undefined) =>
  checksum?.startsWith(CHECKSUM_VERSION) ?? false;
