import { spawn } from 'node:child_process';
import { bringChromium } from './browser.ts';
import { startPostgres } from './test-postgres.ts';

// Everything that decides whether a change may land. The last line is `N passed, N failed`.
const totals = { passed: 0, failed: 0 };

await check('Types', ['tsc']);
await check('Lint and format', ['biome', 'check', '--error-on-warnings']);
await suite(
  'Server on SQLite',
  ['node', '--test', 'server/**/*.test.ts', 'shared/**/*.test.ts'],
  {},
);
const postgres = await startPostgres();
try {
  await suite('Server on PostgreSQL', ['node', '--test', 'server/**/*.test.ts'], {
    TEST_DATABASE_URL: postgres.url,
  });
} finally {
  await postgres.stop();
}
await suite('Browser', ['playwright', 'test'], { CHROMIUM: bringChromium() });

console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);

/** One command that is right or wrong as a whole. */
async function check(name: string, command: string[]) {
  const { code } = await run(name, command, {});
  if (code === 0) totals.passed++;
  else totals.failed++;
}

/** Many tests; the runner's closing lines say how many. */
async function suite(name: string, command: string[], env: NodeJS.ProcessEnv) {
  const { code, output } = await run(name, command, env);
  const passed = counted(output, /^ℹ pass (\d+)|^\s+(\d+) passed/gm);
  const failed = counted(output, /^ℹ fail (\d+)|^\s+(\d+) failed/gm);
  totals.passed += passed;
  // A runner that ended badly without a failed test, or ran none, is a failure too.
  totals.failed += failed || (code === 0 && passed > 0 ? 0 : 1);
}

function run(name: string, [program = '', ...args]: string[], env: NodeJS.ProcessEnv) {
  console.log(`\n— ${name}`);
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...env,
      FORCE_COLOR: '0',
      PATH: `node_modules/.bin:${process.env.PATH}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  child.on('close', (code) => resolve({ code: code ?? 1, output }));
  return promise;
}

function counted(output: string, pattern: RegExp) {
  return [...output.matchAll(pattern)].reduce((sum, [, a, b]) => sum + Number(a ?? b), 0);
}
