import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';

const POLL_EVERY_MS = 2;

/** Runs `npm run restore` on the data of a server. Kills it as soon as `killWhen` is true, which must happen. */
export async function runRestore(
  { dataDir, databaseUrl = '' }: Config,
  file: string,
  killWhen?: () => Promise<boolean>,
) {
  const child = spawn(process.execPath, ['scripts/operate/restore.ts', file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  if (killWhen) {
    while (child.exitCode === null && !(await killWhen())) await sleep(POLL_EVERY_MS);
    child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  const printed = (await output).join('');
  if (killWhen && signal !== 'SIGKILL') throw new Error(`The restore was too fast: ${printed}`);
  return { code: code as number | null, printed };
}
