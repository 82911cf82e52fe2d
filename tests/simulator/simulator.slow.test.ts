import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startSimulator } from './expect-agreement.ts';
import { mutants } from './mutants.ts';

const MUTANT_SEEDS = '1000';

const simulator = await startSimulator();
after(simulator.stop);

test('devices and server agree in the end and nothing acknowledged is lost, with more seeds', () =>
  simulator.expectAgreement({ from: 30, to: 100 }));

test('each of ten seeds replays exactly', async () => {
  for (let seed = 0; seed < 10; seed++) await simulator.expectReplay(seed);
});

for (const [name, { seed = 0 }] of Object.entries(mutants))
  test(`the simulator finds the fault "${name}"`, () => {
    const script = join(import.meta.dirname, '../../scripts/test/simulate.ts');
    const args = [script, '--from', `${seed}`, '--seeds', MUTANT_SEEDS, '--mutant', name];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.match(stdout + stderr, new RegExp(`seed \\d+ with the mutant ${name}: `));
  });
