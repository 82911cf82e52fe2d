import { pino } from 'pino';

/** One JSON line per event. Bodies, headers and query strings never reach it: they carry passwords and tokens. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'> & { flush(): void };

export function createLog(): Log {
  const destination = pino.destination({ sync: false });
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return Object.assign(logger, { flush: () => destination.flushSync() });
}

export const silentLog: Log = { info() {}, warn() {}, error() {}, flush() {} };
