import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
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

/** What `probe.mjs` sends. */
type Probe = { loopDelayP99Ms: number; loopBusy: number };

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

/** Reads the probes of all processes of a server, and restarts their measurement. Returns the highest figures. */
export async function readProbes(folder: string): Promise<Probe | undefined> {
  const probes: Probe[] = [];
  // A killed process leaves its socket behind.
  for (const path of globSync(`${folder}/*.sock`))
    await text(connect(path)).then(
      (json) => probes.push(JSON.parse(json)),
      () => {},
    );
  if (probes.length === 0) return undefined;
  const highest = (figure: keyof Probe) => Math.max(...probes.map((probe) => probe[figure]));
  return { loopDelayP99Ms: highest('loopDelayP99Ms'), loopBusy: highest('loopBusy') };
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
