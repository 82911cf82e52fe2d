import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#tests/support/free-port.ts';

export type Report = Awaited<ReturnType<typeof runDoctor>>;

type Options = {
  args?: string[];
  node?: string;
  /** The standard input. */
  input?: string;
};

/** Runs the command in a copy of the kit with only these settings. Their secrets must contain the word secret. */
export async function runDoctor(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  { args = [], node = process.execPath, input = '' }: Options = {},
) {
  const ended = promisify(execFile)(node, ['scripts/doctor/doctor.mjs', ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CHROMIUM: process.execPath,
      // Without it, every run would compile the server again.
      NODE_COMPILE_CACHE: join(folder, 'node-compile-cache'),
      PORT: String(await freePort()),
      ...env,
    },
  });
  ended.child.stdin?.end(input);
  const { stdout, stderr, code } = await ended.then(
    (result) => ({ ...result, code: 0 }),
    (failure: { stdout: string; stderr: string; code: number }) => failure,
  );
  assert.equal(stderr, '');
  assert.doesNotMatch(stdout, /secret/);
  const lines = stdout.trimEnd().split('\n');
  return { code, lines, problems: lines.filter((line) => line.startsWith('problem ')) };
}

/** Fails unless there is exactly one problem, which matches. */
export function assertProblem({ code, lines, problems }: Report, expected: RegExp) {
  assert.equal(problems.length, 1, lines.join('\n'));
  assert.match(problems[0] ?? '', expected);
  assert.equal(code, 1);
}

export function assertHealthy({ code, lines, problems }: Report, ...expected: RegExp[]) {
  assert.deepEqual(problems, []);
  for (const pattern of expected)
    assert.ok(
      lines.some((line) => pattern.test(line)),
      `${pattern} is not in:\n${lines.join('\n')}`,
    );
  assert.equal(code, 0);
}
