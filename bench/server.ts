import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';

/** A process that listens on PORT, with a data folder of its own; `stop` ends it and removes the folder. */
export async function startProcess(args: string[]) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(`${url}/api/health`).catch(() => undefined)) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${args[0]} did not start.`);

  function stop() {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
