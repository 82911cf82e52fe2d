import { pino } from 'pino';
import sonic from 'sonic-boom';
import { now } from '#server/clock/clock.ts';

/** Writes one JSON line per event. Never pass bodies, headers or query strings: they contain passwords and tokens. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'> & {
  /** Resolves when everything is written, or cannot be written. */
  flush(): void | Promise<void>;
};

const STDOUT = 1;
// Buffered while standard output is blocked. Further lines are dropped and counted.
const BUFFER_BYTES = 1024 * 1024;
const FLUSH_LIMIT_MS = 1000;
// Lines are written together, because a write wakes a thread, which costs as much as a small request. A process that is
// killed loses the lines of this interval.
const BATCH_MS = 50;
// As much as a pipe accepts in one piece, so that the lines of several workers do not mix.
const BATCH_CHARACTERS = 4096;

export function createLog(): Log {
  // Makes a pipe non-blocking: a write to a pipe that nobody reads would block a thread, and the exit, forever.
  void process.stdout;
  // Not pino.destination, which at exit would retry forever to write the rest if the disk is full.
  const destination = new sonic.SonicBoom({
    fd: STDOUT,
    sync: false,
    maxLength: BUFFER_BYTES,
    maxWrite: BATCH_CHARACTERS,
  });
  const logger = pino(
    { base: null, timestamp: () => `,"time":"${now()}"`, serializers: { err: withoutValues } },
    {
      write(line) {
        if (batch.length + line.length > BATCH_CHARACTERS) writeBatch();
        if (batch === '') timer = setTimeout(writeBatch, BATCH_MS);
        batch += line;
      },
    },
  );
  let batch = '';
  let timer: NodeJS.Timeout | undefined;
  let unwritten = 0;
  let dropped = 0;
  let failing = false;

  destination.on('write', (bytes: number) => {
    unwritten -= bytes;
    failing = false;
  });
  destination.on('drop', (lines: string) => {
    unwritten -= Buffer.byteLength(lines);
    dropped += lines.split('\n').length - 1;
  });
  // The disk is full or nobody reads the pipe. The next write tries again.
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
      writeBatch();
      if (unwritten === 0 || failing) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      using _limit = setTimeout(resolve, FLUSH_LIMIT_MS);
      destination.once('drain', resolve);
      destination.once('error', resolve);
      await promise;
    },
  });

  function writeBatch() {
    clearTimeout(timer);
    if (batch === '') return;
    unwritten += Buffer.byteLength(batch);
    destination.write(batch);
    batch = '';
  }
}

/** Describes an error without the statement that Kysely attaches, which contains values that users entered. */
function withoutValues(error: Error) {
  const { node: _, ...described } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return described;
}

export const silentLog: Log = { info() {}, warn() {}, error() {}, flush() {} };
