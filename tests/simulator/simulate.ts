import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './run-seed.ts';
import type { SeedRange } from './seed-worker.ts';

/** Runs seeds in one thread per core. Stops at the first seed that breaks a rule, and returns its outcome. */
export async function simulate({
  from,
  seeds,
  mutant,
  onOutcome,
}: {
  from: number;
  seeds: number;
  mutant?: string | undefined;
  onOutcome(outcome: Outcome): void;
}): Promise<Outcome | undefined> {
  const threads = Math.min(availableParallelism(), seeds);
  let broken: Outcome | undefined;
  const workers = Array.from({ length: threads }, (_, index) => {
    const workerData: SeedRange = { from: from + index, to: from + seeds, step: threads, mutant };
    return new Worker(new URL('./seed-worker.ts', import.meta.url), { workerData });
  });
  await Promise.all(
    workers.map(
      (worker) =>
        new Promise<void>((resolve, reject) => {
          worker.on('error', reject).on('exit', () => resolve());
          worker.on('message', (outcome: Outcome) => {
            onOutcome(outcome);
            if (!outcome.violation) return;
            broken ??= outcome;
            for (const each of workers) each.postMessage('stop');
          });
        }),
    ),
  );
  return broken;
}
