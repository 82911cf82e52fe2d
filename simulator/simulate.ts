import { runSeed } from './run-seed.ts';
import { startSimulatedServer } from './simulated-server.ts';
import { installVirtualTime } from './virtual-time.ts';

const LOG_LINES = 60;

/** Runs seeds and prints figures. Stops at the first violation and prints how it came about. Returns the exit code. */
export async function simulate({
  from,
  seeds,
  logsAll,
  mutant,
}: {
  from: number;
  seeds: number;
  logsAll: boolean;
  mutant?: string | undefined;
}) {
  installVirtualTime();
  const server = await startSimulatedServer();
  const started = performance.now();
  const totals = { operations: 0, faults: 0 };
  try {
    for (let seed = from; seed < from + seeds; seed++) {
      const { violation, log, counts } = await runSeed(seed, server);
      totals.operations += counts.operations;
      totals.faults += counts.faults;
      if (violation || logsAll)
        for (const line of logsAll ? log : log.slice(-LOG_LINES)) console.log(line);
      if (violation) {
        const faulty = mutant ? ` with the mutant ${mutant}` : '';
        console.log(`\nseed ${seed}${faulty}: ${violation}`);
        return 1;
      }
    }
    const seconds = (performance.now() - started) / 1000;
    const each = (count: number) => (count / seeds).toFixed(1);
    console.log(
      `${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(1)} per second), ` +
        `each with ${each(totals.operations)} operations and ${each(totals.faults)} faults: no violation`,
    );
    return 0;
  } finally {
    await server.stop();
  }
}
