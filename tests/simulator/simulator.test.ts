import { after, test } from 'node:test';
import { startSimulator } from './expect-agreement.ts';

const simulator = await startSimulator();
after(simulator.stop);

test('whatever goes wrong, devices and server agree in the end and nothing acknowledged is lost', () =>
  simulator.expectAgreement({ from: 0, to: 30 }));

test('a seed replays exactly', () => simulator.expectReplay(0));
