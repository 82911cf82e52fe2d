import assert from 'node:assert/strict';
import { replaceModules } from './module-hooks.ts';

// Must run before the modules that it replaces are loaded.
replaceModules();
const { runSeed } = await import('./run-seed.ts');
const { startSimulatedServer } = await import('./simulated-server.ts');
const { installVirtualTime } = await import('./virtual-time.ts');

/** Starts the server for tests with seeds, in virtual time. */
export async function startSimulator() {
  installVirtualTime();
  const server = await startSimulatedServer();
  return {
    stop: server.stop,

    /** Expects that devices and server agree after each seed, and that nothing acknowledged is lost. */
    async expectAgreement({ from, to }: { from: number; to: number }) {
      for (let seed = from; seed < to; seed++) {
        const { violation, log } = await runSeed(seed, server);
        assert.equal(violation, undefined, `seed ${seed}\n${log.join('\n')}`);
      }
    },

    /** Expects that a seed gives the same run each time. */
    async expectReplay(seed: number) {
      assert.deepEqual((await runSeed(seed, server)).log, (await runSeed(seed, server)).log);
    },
  };
}
