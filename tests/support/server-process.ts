import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

export type ServerProcess = Awaited<ReturnType<typeof spawnServer>>;

/**
 * Starts a server in a separate process and returns immediately. `listening()` resolves when the server responds,
 * `ended` when the process has ended.
 */
export async function spawnServer(
  args: string[],
  {
    port,
    cwd,
    env = {},
    stdout = 'ignore',
  }: {
    port?: number | undefined;
    cwd?: string | undefined;
    env?: NodeJS.ProcessEnv;
    stdout?: 'ignore' | 'pipe' | number;
  } = {},
) {
  const listensOn = port ?? (await freePort());
  const url = `http://localhost:${listensOn}`;
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', stdout, 'pipe'],
    cwd,
    env: { PATH: process.env.PATH, ...env, PORT: String(listensOn), PUBLIC_URL: url },
  });
  const errors = text(child.stderr as NonNullable<typeof child.stderr>);
  const ended = once(child, 'exit').then(async ([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    errors: await errors,
  }));
  return { child, url, ended, listening };

  async function listening() {
    await waitFor(`${args[0]} responds`, async () => {
      const response = await fetch(`${url}/api/health`).catch(() => undefined);
      if (response?.ok) return true;
      if (child.exitCode !== null)
        throw new Error(`${args[0]} ended: ${(await ended).errors || child.exitCode}`);
      return false;
    });
  }
}

/**
 * Starts a server in demo mode, whatever the settings of this shell, and resolves when it responds. Without a data
 * folder the server gets a temporary one, which `stop` removes.
 */
export async function startServerProcess(
  args: string[],
  {
    data,
    env = {},
    ...options
  }: { port?: number; data?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'kit-'));
  const { child, url, ended, listening } = await spawnServer(args, {
    ...options,
    env: {
      ...process.env,
      NODE_ENV: '',
      PUBLIC_DEMO: '',
      DATABASE_URL: '',
      DATA_DIR: folder,
      ...env,
    },
  });
  try {
    await listening();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid as number, stop, [Symbol.asyncDispose]: () => stop() };

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    child.kill(signal);
    const { errors } = await ended;
    if (errors) console.error(errors);
    if (!data) rmSync(folder, { recursive: true, force: true });
  }
}
