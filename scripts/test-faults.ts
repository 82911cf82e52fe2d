import { finish, suite } from './suites.ts';

// What needs root or minutes: full disks, large data. One file after the other, because each takes the machine to
// its limits. Tests that need more than this machine offers are skipped, and their lines say what they need.
await suite('Faults', [
  'node',
  '--test',
  '--test-concurrency=1',
  'faults/*.test.ts',
  'features/*/faults/*.test.ts',
]);
finish();
