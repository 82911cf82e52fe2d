import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

const totals = { passed: 0, failed: 0 };
const failures: string[] = [];
const durations: string[] = [];

const MODULES = join(import.meta.dirname, '../../node_modules');

/** Runs commands that pass or fail as a whole, all at once. Prints the output of each when it has ended. */
export async function runChecks(commands: Record<string, string[]>) {
  const started = performance.now();
  const checks = Object.entries(commands).map(async ([name, [program = '', ...args]]) => {
    const child = spawn(program, args, {
      // The compiler runs for seconds only: garbage collection would cost more than it saves.
      ...inModules({ FORCE_COLOR: '0', GOGC: 'off' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'close');
    console.log(`\n— ${name}\n${(await output).join('').trimEnd() || 'ok'}`);
    if (code === 0) totals.passed++;
    else fail(name);
  });
  await Promise.all(checks);
  addDuration('Checks', started);
}

/** Runs a command with many tests, and counts them from the last lines of its output. */
export async function suite(name: string, command: string[], env: NodeJS.ProcessEnv = {}) {
  const { code, output } = await run(name, command, env);
  // Playwright calls a test flaky that passed only the second time.
  const passed = counted(output, /^ℹ pass (\d+)|^\s+(\d+) (?:passed|flaky)/gm);
  const failed = counted(output, /^ℹ fail (\d+)|^\s+(\d+) failed$/gm);
  totals.passed += passed;
  // A failed runner without a failed test counts as a failure too.
  if (failed > 0 || code !== 0) fail(name, failed || 1);
}

/** Counts failures of a check or a suite. */
export function fail(name: string, count = 1) {
  totals.failed += count;
  failures.push(name);
}

/** Runs a command until it is interrupted. Returns its exit code. */
export async function watch([program = '', ...args]: string[]) {
  const child = spawn(program, args, { ...inModules(), stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  return (code as number | null) ?? 0;
}

/** Prints how long each part took. */
export function listDurations() {
  if (durations.length > 0) console.log(`\nDurations: ${durations.join(', ')}.`);
}

/** Prints the totals as the last line and sets the exit code. Fails if no tests ran. */
export function finish(): never {
  if (totals.passed + totals.failed === 0) console.log('No test matches.');
  if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}.`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
}

async function run(name: string, [program = '', ...args]: string[], env: NodeJS.ProcessEnv) {
  console.log(`\n— ${name}`);
  const child = spawn(program, args, {
    ...inModules({ ...env, FORCE_COLOR: '0' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = performance.now();
  let output = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  const [code] = await once(child, 'close');
  addDuration(name, started);
  return { code, output };
}

function addDuration(name: string, started: number) {
  durations.push(`${name} ${Math.round((performance.now() - started) / 1000)} s`);
}

/** Returns the spawn options for programs of packages. */
function inModules(env: NodeJS.ProcessEnv = {}) {
  const PATH = `${join(MODULES, '.bin')}${delimiter}${process.env.PATH}`;
  // On Windows, npm installs command files, which only a shell can start.
  return { env: { ...process.env, ...env, PATH }, shell: process.platform === 'win32' };
}

function counted(output: string, pattern: RegExp) {
  return [...output.matchAll(pattern)].reduce((sum, [, a, b]) => sum + Number(a ?? b), 0);
}
