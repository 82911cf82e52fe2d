import { finish, suite } from './suites.ts';

// Runs tests that need root or minutes: full disks, large data. One file at a time, because each uses the whole machine.
// Tests that cannot run on this machine are skipped with a reason.
await suite('Faults', [
  'node',
  '--test',
  '--test-concurrency=1',
  'faults/*.test.ts',
  'features/*/faults/*.test.ts',
]);
finish();
