import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs `npm run dev` in a copy of the kit. */
export function startDev(folder: string, url: string) {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev/dev.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', PORT: new URL(url).port, DATA_DIR: '', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const exited = once(child, 'exit');
  return {
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export async function statusOf(url: string) {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status;
}

export async function jsonOf(url: string, init?: RequestInit) {
  return (await fetch(url, init)).json();
}
