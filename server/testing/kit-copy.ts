import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tooling/free-port.ts';

export type KitCopy = Awaited<ReturnType<typeof copyKit>>;
export type KitProcess = Awaited<ReturnType<KitCopy['start']>>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 60_000;

/** Copies the server's sources into a temporary folder, with a site of its own, so that a test can change them. */
export async function copyKit() {
  const folder = await mkdtemp(join(tmpdir(), 'trifold-kit-'));
  for (const part of ['server', 'shared', 'features', 'app.config.ts', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', '404.html'), 'Nothing here');

  return {
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),

    /** Starts the server with the items, as a process of its own. */
    async start(env: NodeJS.ProcessEnv = {}, stdout: 'ignore' | 'pipe' | number = 'ignore') {
      const port = await freePort();
      const options: SpawnOptions = {
        cwd: folder,
        env: { PATH: process.env.PATH, PORT: String(port), ...env },
        stdio: ['ignore', stdout, 'pipe'],
      };
      const child = spawn(process.execPath, ['server/testing/main.ts'], options);
      const errors = text(child.stderr as NonNullable<typeof child.stderr>);
      const ended = once(child, 'exit').then(async ([code, signal]) => ({
        code: code as number | null,
        signal: signal as NodeJS.Signals | null,
        errors: await errors,
      }));
      const url = `http://127.0.0.1:${port}`;
      return { child, url, ended, listening: () => listening(child, url, ended) };
    },
  };
}

async function listening(
  child: ReturnType<typeof spawn>,
  url: string,
  ended: Promise<{ errors: string }>,
) {
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit; await sleep(20)) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null) throw new Error(`The server ended: ${(await ended).errors}`);
  }
  throw new Error('The server did not start.');
}
