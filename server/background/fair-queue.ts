import type { HttpError } from '#server/errors/errors.ts';

/**
 * Runs jobs of different clients in turns, so that no client waits for all jobs of another. Rejects jobs beyond its
 * limits.
 */
export function createFairQueue({
  atOnce,
  atOncePerClient,
  waitingMax,
  waitingPerClientMax,
  rejection,
}: {
  atOnce: number;
  atOncePerClient: number;
  waitingMax: number;
  waitingPerClientMax: number;
  /** Thrown for a job that is rejected or no longer wanted. */
  rejection(): HttpError;
}) {
  /** The waiting jobs by client. The first client has the next turn. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let runningCount = 0;
  let waitingCount = 0;

  return {
    async run<Result>(client: string, work: () => Promise<Result>, isWanted = () => true) {
      await turnOf(client);
      try {
        if (!isWanted()) throw rejection();
        return await work();
      } finally {
        end(client);
        startNext();
      }
    },
    counts: () => ({ running: runningCount, waiting: waitingCount }),
  };

  async function turnOf(client: string) {
    const line = waiting.get(client) ?? [];
    if (waitingCount >= waitingMax || line.length >= waitingPerClientMax) throw rejection();
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(resolve);
    waiting.set(client, line);
    waitingCount++;
    startNext();
    await promise;
  }

  /** Ends a job. Its client's next turn comes after all other clients. */
  function end(client: string) {
    const others = (running.get(client) ?? 1) - 1;
    if (others > 0) running.set(client, others);
    else running.delete(client);
    runningCount--;
    const line = waiting.get(client);
    if (!line) return;
    waiting.delete(client);
    waiting.set(client, line);
  }

  function startNext() {
    if (runningCount >= atOnce) return;
    for (const [client, line] of waiting) {
      const own = running.get(client) ?? 0;
      if (own >= atOncePerClient) continue;
      const start = line.shift();
      waitingCount--;
      if (line.length === 0) waiting.delete(client);
      running.set(client, own + 1);
      runningCount++;
      start?.();
      return;
    }
  }
}
