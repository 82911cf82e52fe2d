import { ensureChromium } from '#tooling/chromium.ts';
import { startPostgres } from '#tooling/test-postgres.ts';
import { check, finish, suite } from './suites.ts';

// Everything that decides whether a change may land. The last line is `N passed, N failed`.
await check('Types', ['tsc']);
await check('Lint and format', ['biome', 'check', '--error-on-warnings']);
await suite('Scripts', ['node', '--test', 'scripts/**/*.test.ts']);
const serverTests = [
  'node',
  '--test',
  '--test-concurrency=2',
  'server/**/*.test.ts',
  'features/**/*.test.ts',
];
await suite('Server on SQLite', serverTests);
const postgres = await startPostgres();
try {
  await suite('Server on PostgreSQL', serverTests, { TEST_DATABASE_URL: postgres.url });
} finally {
  await postgres.stop();
}
await suite('Browser', ['playwright', 'test'], ensureChromium());
finish();
