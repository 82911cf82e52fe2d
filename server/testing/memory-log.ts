import { pino } from 'pino';
import type { Log } from '#server/log/log.ts';

/** Creates a log that keeps the lines of the real one in memory. */
export function createMemoryLog() {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line) => void lines.push(line) });
  const log: Log = Object.assign(logger, { flush() {} });
  return { log, lines };
}
