import type { Log } from './log.ts';

export type Worker = {
  /** There is something to do: do not wait for the next look. */
  wake(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
};

/** Work beside the requests: at the start, when woken, and every so often; never twice at once. */
export function startWorker({
  name,
  everyMs,
  log,
  work,
}: {
  name: string;
  everyMs: number;
  log: Log;
  work(stopping: () => boolean): Promise<void>;
}): Worker {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(wake, everyMs);
  wake();

  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };

  function wake() {
    wanted = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  async function run() {
    while (wanted && !stopped) {
      wanted = false;
      try {
        await work(() => stopped);
      } catch (error) {
        // The database is away; the next look finds the same work.
        log.error({ err: error, worker: name });
      }
    }
  }
}
