import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const READY_TRIES = 1200;
const READY_EVERY_MS = 50;

/**
 * A server in a process of its own, in demo mode whatever this shell has set; ready when this resolves.
 * Without a folder for its data it gets one that goes with it.
 */
export async function startProcess(
  args: string[],
  {
    port,
    data,
    cwd,
    env = {},
  }: { port?: number; data?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const listensOn = port ?? (await freePort());
  const folder = data ?? mkdtempSync(join(tmpdir(), 'trifold-'));
  const url = `http://localhost:${listensOn}`;
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd,
    env: {
      ...process.env,
      NODE_ENV: '',
      PUBLIC_DEMO: '',
      DATABASE_URL: '',
      PORT: String(listensOn),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      ...env,
    },
  });
  const exited = once(child, 'exit');
  for (let tries = 0; tries < READY_TRIES && child.exitCode === null; tries++) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined);
    if (answer?.ok) return { url, pid: child.pid as number, stop };
    await wait(READY_EVERY_MS);
  }
  await stop();
  throw new Error(`${args[0]} did not become ready.`);

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    child.kill(signal);
    await exited;
    if (!data) rmSync(folder, { recursive: true, force: true });
  }
}
