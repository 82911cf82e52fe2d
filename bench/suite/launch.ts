import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, runAtExit } from './clean-up.ts';

/** A program that serves HTTP. */
export type Program = {
  command: string;
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

/** Returns a Node program whose event loop is measured, and the folder with its probes. */
export function withProbes(program: Omit<Program, 'command'>) {
  const { folder: probes } = createTemporaryFolder('probes');
  return {
    probes,
    program: {
      ...program,
      command: process.execPath,
      args: ['--import', PROBE, ...program.args],
      // As in production, compiled code is stored for the next start.
      env: {
        ...program.env,
        BENCH_PROBES: probes,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
    } satisfies Program,
  };
}

/** Starts a program and waits for its first response. `startMs` is how long this took. */
export async function launch({ command, args, env, cwd, origin, readyPath }: Program) {
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
