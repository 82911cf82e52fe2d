import { pino } from 'pino';
import sonic from 'sonic-boom';

/** One JSON line per event. Bodies, headers and query strings never reach it: they carry passwords and tokens. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'> & {
  /** Waits until everything is written, but not for a log that cannot be written. */
  flush(): void | Promise<void>;
};

const STDOUT = 1;
// What is held in memory while standard output takes nothing; lines beyond are dropped and counted.
const BUFFER_BYTES = 1024 * 1024;
const FLUSH_LIMIT_MS = 1000;

export function createLog(): Log {
  // Makes a pipe non-blocking. A write to a pipe that nobody reads would hold a thread for good, and the exit with it.
  void process.stdout;
  // Not pino.destination: it writes what is left at the exit, and tries for ever when the disk is full.
  const destination = new sonic.SonicBoom({ fd: STDOUT, sync: false, maxLength: BUFFER_BYTES });
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write(line) {
        unwritten += Buffer.byteLength(line);
        destination.write(line);
      },
    },
  );
  let unwritten = 0;
  let dropped = 0;
  let failing = false;

  destination.on('write', (bytes: number) => {
    unwritten -= bytes;
    failing = false;
  });
  destination.on('drop', (line: string) => {
    unwritten -= Buffer.byteLength(line);
    dropped++;
  });
  // The disk is full, or the reader is gone. The next line tries again.
  destination.on('error', () => {
    failing = true;
  });
  destination.on('drain', () => {
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    logger.warn({ dropped: count, msg: 'lines of the log were dropped' });
  });

  return Object.assign(logger, {
    async flush() {
      if (unwritten === 0 || failing) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, FLUSH_LIMIT_MS);
      destination.once('drain', resolve);
      destination.once('error', resolve);
      await promise;
      clearTimeout(timer);
    },
  });
}

export const silentLog: Log = { info() {}, warn() {}, error() {}, flush() {} };
