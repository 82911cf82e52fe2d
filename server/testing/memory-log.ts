import { pino } from 'pino';
import type { Log } from '#server/log.ts';

/** Writes as the real log does, into memory. */
export function createMemoryLog() {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line) => void lines.push(line) });
  const log: Log = Object.assign(logger, { flush() {} });
  return { log, lines };
}
