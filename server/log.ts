import { pino } from 'pino';
import sonic from 'sonic-boom';

/** Writes one JSON line per event. Never pass bodies, headers or query strings: they contain passwords and tokens. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'> & {
  /** Resolves when everything is written, or when it cannot be written. */
  flush(): void | Promise<void>;
};

const STDOUT = 1;
// Buffered while standard output is blocked. Lines beyond are dropped and counted.
const BUFFER_BYTES = 1024 * 1024;
const FLUSH_LIMIT_MS = 1000;

export function createLog(): Log {
  // Makes a pipe non-blocking: a write to a pipe that nobody reads would block a thread, and the exit, forever.
  void process.stdout;
  // Not pino.destination: at the exit it writes what is left, and tries forever if the disk is full.
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
  // The disk is full or nobody reads the pipe. The next line tries again.
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
