import { logError } from '#server/errors/log-error.ts';
import type { Log } from '#server/log/log.ts';

let arePaused = false;

/** Keeps the workers of this process from running, those of features too. */
export function pauseWorkers() {
  arePaused = true;
}

/** Runs background work at the start, at an interval and when woken. Never runs it twice at once. */
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
}) {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(wake, everyMs);
  wake();

  return {
    wake,
    /** Stops the worker. Resolves when the current run has ended. */
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };

  /** Runs the work now instead of after the interval. Resolves when it has ended. */
  function wake() {
    wanted = true;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function run() {
    while (wanted && !stopped && !arePaused) {
      wanted = false;
      try {
        await work(() => stopped);
      } catch (error) {
        // For example because the database is unreachable. The next run tries again.
        logError(log, error, { worker: name });
      }
    }
  }
}
