import { pino } from 'pino';
import type { Log } from '#server/log/log.ts';

/** Creates a log that writes the same lines as the real one, but into memory. */
export function createMemoryLog() {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line) => void lines.push(line) });
  const log: Log = Object.assign(logger, { flush() {} });
  return { log, lines };
}
