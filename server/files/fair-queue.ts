import { photosBusy } from '#server/errors.ts';

/**
 * Runs jobs of different people in turns, one per person at a time, so that nobody waits for all jobs of somebody else.
 * Rejects jobs beyond its limits with 503.
 */
export function createFairQueue({
  atOnce,
  waitingMax,
  waitingPerPersonMax,
}: {
  atOnce: number;
  waitingMax: number;
  waitingPerPersonMax: number;
}) {
  /** The waiting jobs by person. The first person has the next turn. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();
  let waitingCount = 0;

  return {
    async run<Result>(personId: string, work: () => Promise<Result>) {
      await turnOf(personId);
      try {
        return await work();
      } finally {
        running.delete(personId);
        moveToEnd(personId);
        startNext();
      }
    },
    counts: () => ({ running: running.size, waiting: waitingCount }),
  };

  async function turnOf(personId: string) {
    const line = waiting.get(personId) ?? [];
    if (waitingCount >= waitingMax || line.length >= waitingPerPersonMax) throw photosBusy();
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(resolve);
    waiting.set(personId, line);
    waitingCount++;
    startNext();
    await promise;
  }

  function moveToEnd(personId: string) {
    const line = waiting.get(personId);
    if (!line) return;
    waiting.delete(personId);
    waiting.set(personId, line);
  }

  function startNext() {
    if (running.size >= atOnce) return;
    for (const [personId, line] of waiting) {
      if (running.has(personId)) continue;
      const start = line.shift();
      waitingCount--;
      if (line.length === 0) waiting.delete(personId);
      running.add(personId);
      start?.();
      return;
    }
  }
}
