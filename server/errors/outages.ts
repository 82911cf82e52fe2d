/** Tells whether an error means that the database or the disk is unreachable, full, locked or restarting. */
export function isOutage(error: unknown) {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_OUTAGES.has((errcode ?? 0) & 0xff);
  return (
    SYSTEM_OUTAGES.has(code ?? '') ||
    POSTGRES_OUTAGES.test(code ?? '') ||
    BROKEN_CONNECTION.test(message ?? '')
  );
}

// Busy, locked, read-only, I/O error, full, cannot open, locking protocol.
const SQLITE_OUTAGES = new Set([5, 6, 8, 10, 13, 14, 15]);

// Connection failure, out of resources, shutting down, read-only, deadlock, and timeouts of a statement, a lock or an
// idle transaction.
const POSTGRES_OUTAGES = /^(08...|53...|57P..|25006|40001|40P01|57014|55P03|25P03)$/;

const BROKEN_CONNECTION =
  /connection terminated|timeout exceeded|query read timeout|client has encountered a connection error|connection has been discarded/i;

const SYSTEM_OUTAGES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EIO',
  'EDQUOT',
  'EROFS',
]);
