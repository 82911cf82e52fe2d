import { parentPort, workerData } from 'node:worker_threads';
import { replaceModules } from './module-hooks.ts';
import { mutants } from './mutants.ts';

// Runs every `step`-th seed in a thread and reports each outcome, until all are done or it is told to stop.
export type SeedRange = { from: number; to: number; step: number; mutant?: string | undefined };

const { from, to, step, mutant } = workerData as SeedRange;
// Must run before the modules that it replaces are loaded.
replaceModules(mutant === undefined ? undefined : mutants[mutant]);
const { runSeed } = await import('./run-seed.ts');
const { startSimulatedServer } = await import('./simulated-server.ts');
const { installVirtualTime } = await import('./virtual-time.ts');

installVirtualTime();
const server = await startSimulatedServer();
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});
for (let seed = from; seed < to && !isStopped; seed += step)
  parentPort?.postMessage(await runSeed(seed, server));
await server.stop();
parentPort?.close();
