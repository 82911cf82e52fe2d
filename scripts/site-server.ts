import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** The real server on the built site, in demo mode, with a database of its own that goes when it stops. */
export async function startSite() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const data = mkdtempSync(join(tmpdir(), 'site-'));
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: data,
    },
  });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await untilReady(`${url}/api/ready`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function untilReady(url: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error(`The server did not become ready: ${url}`);
}
