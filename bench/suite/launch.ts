import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, runAtExit } from './clean-up.ts';

/** A program that serves HTTP. */
export type Program = {
  /** Node, unless it is another one. */
  command?: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string | undefined;
  origin: string;
  /** Gets a successful response as soon as the program is ready. */
  readyPath: string;
};

export type Launched = Awaited<ReturnType<typeof launch>>;

const PROBE = join(import.meta.dirname, 'probe.mjs');
const POLL_EVERY_MS = 3;
const START_LIMIT_MS = 60_000;

/** Measures the event loops of a Node program. Returns the program and the folder with its probes. */
export function withProbes(program: Program) {
  const { folder: probes } = createTemporaryFolder('probes');
  const args = ['--import', PROBE, ...program.args];
  // As in production, compiled code is stored for the next start.
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { ...program.env, BENCH_PROBES: probes, NODE_COMPILE_CACHE };
  return { probes, program: { ...program, args, env } };
}

/** Starts a program and waits for its first response. `startMs` is how long this took. */
export async function launch(program: Program) {
  const { command = process.execPath, args, env, cwd, origin, readyPath } = program;
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
  const errors = text(child.stderr);
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  const cancelKill = runAtExit(kill);

  while (!(await answers(`${origin}${readyPath}`))) {
    const isLate = performance.now() - started > START_LIMIT_MS;
    if (isLate) kill();
    if (isLate || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${args.join(' ')} did not start: ${(await errors).trim().slice(-500)}`);
    await sleep(POLL_EVERY_MS);
  }

  return {
    pid: child.pid as number,
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      cancelKill();
    },
  };
}

function answers(url: string) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get(url, { agent: false }, (response) => {
    response.resume();
    resolve((response.statusCode ?? 500) < 400);
  }).on('error', () => resolve(false));
  return promise;
}
