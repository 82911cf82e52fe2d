import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { replaceModules } from './module-hooks.ts';
import { mutants } from './mutants.ts';

// Before the modules that it replaces are loaded.
replaceModules();
const { runSeed } = await import('./run-seed.ts');
const { startSimulatedServer } = await import('./simulated-server.ts');
const { installVirtualTime } = await import('./virtual-time.ts');

const SEEDS = 100;
const REPEATED_SEEDS = 10;
const MUTANT_SEEDS = '1000';

installVirtualTime();
const server = await startSimulatedServer();
after(server.stop);

test('whatever goes wrong, devices and server agree in the end and nothing acknowledged is lost', async () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const { violation, log } = await runSeed(seed, server);
    assert.equal(violation, undefined, `seed ${seed}\n${log.join('\n')}`);
  }
});

test('a seed replays exactly', async () => {
  for (let seed = 0; seed < REPEATED_SEEDS; seed++)
    assert.deepEqual((await runSeed(seed, server)).log, (await runSeed(seed, server)).log);
});

for (const name of Object.keys(mutants))
  test(`the simulator finds the fault "${name}"`, () => {
    const script = join(import.meta.dirname, '../scripts/simulate.ts');
    const args = [script, '--seeds', MUTANT_SEEDS, '--mutant', name];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stdout, new RegExp(`seed \\d+ with the mutant ${name}: `));
  });
