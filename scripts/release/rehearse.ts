import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import type { ServerFeature } from '#server/feature.ts';
import type { ItemKind } from '#shared/items.ts';
import { makeRequests, startSessions } from './requests.ts';
import { createTemporaryDatabase } from './temporary-database.ts';

/** How long the version may take until it is ready, and until it has stopped. */
const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 40_000;
const READY_CHECK_EVERY_MS = 100;
const LOG_TAIL_BYTES = 2000;

/**
 * Tries a version on a copy of the data, on ports of its own: restores a backup, migrates, starts the server and makes
 * some requests. Sends no emails and does not use the file store of S3. Everything is removed at the end, except a log.
 * Throws with one line if the version does not work, or when `signal` aborts.
 */
export async function rehearse({
  settings,
  features,
  kinds,
  backup,
  running,
  next,
  signal,
  readyLimitMs = READY_LIMIT_MS,
}: {
  /** The settings of the server that runs now. */
  settings: NodeJS.ProcessEnv;
  features: ServerFeature[];
  kinds: readonly ItemKind[];
  /** The backup to restore. */
  backup: string;
  /** The folder of the version that made it. */
  running: string;
  /** The folder of the version to try. */
  next: string;
  signal: AbortSignal;
  readyLimitMs?: number;
}) {
  const { dataDir, databaseUrl, databaseDirectUrl } = readConfig(settings);
  const folder = join(dataDir, 'rehearsal');
  const logFile = join(dataDir, 'rehearsal.log');
  await rm(folder, { recursive: true, force: true });
  await using log = await open(logFile, 'w', 0o600);
  let loggedBefore = 0;
  const directUrl = databaseDirectUrl ?? databaseUrl;
  await using database = directUrl ? await createTemporaryDatabase(directUrl) : undefined;
  const env = settingsOfCopy(settings, {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    DATABASE_URL: database?.url ?? '',
  });
  try {
    // The programs also read a file .env in their folder, which must not be the one of the running server.
    await mkdir(folder, { mode: 0o700 });
    await run(running, 'restore.js', backup);
    await run(next, 'migrate.js');
    await tryServer();
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${(error as Error).message} (the log is ${logFile})`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  async function run(version: string, program: string, ...args: string[]) {
    const child = start(version, program, ...args);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(await failure(`${program} fails`));
  }

  /** Starts the server, makes requests, and stops it. */
  async function tryServer() {
    const config = readConfig(env);
    const tokens = await startSessions(config, features);
    const child = start(next, 'main.js');
    try {
      const url = `http://127.0.0.1:${config.port}`;
      await waitUntilReady(child, url);
      await makeRequests(url, tokens, { features, kinds });
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOP_LIMIT_MS) });
      child.kill('SIGTERM');
      const [code] = await ended.catch(() => [undefined]);
      if (code !== 0) throw new Error(await failure('the server does not stop as it should'));
    } finally {
      child.kill('SIGKILL');
    }
  }

  async function waitUntilReady(child: ChildProcess, url: string) {
    const limit = Date.now() + readyLimitMs;
    for (;;) {
      if (child.exitCode !== null || child.signalCode)
        throw new Error(await failure('the server ends at its start'));
      const response = await fetch(`${url}/api/ready`).catch(() => undefined);
      if (response?.ok) return;
      if (Date.now() > limit)
        throw new Error(await failure(`the server is not ready after ${readyLimitMs / 1000} s`));
      await sleep(READY_CHECK_EVERY_MS, undefined, { signal });
    }
  }

  function start(version: string, program: string, ...args: string[]) {
    loggedBefore = fstatSync(log.fd).size;
    return spawn(process.execPath, [join(version, 'dist-server', program), ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', log.fd, log.fd],
      signal,
      killSignal: 'SIGKILL',
    }).on('error', () => {});
  }

  /** Describes what failed, with the last line that the program printed. */
  async function failure(what: string) {
    const printed = (await readFile(logFile)).subarray(loggedBefore).subarray(-LOG_TAIL_BYTES);
    const last = printed.toString().trim().split('\n').at(-1);
    return last ? `${what}: ${last}` : what;
  }
}

/** Returns the settings with which a version runs on a copy of the data and reaches no one. */
function settingsOfCopy(settings: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(settings).filter(([name]) => !/^(S3|METRICS)_/.test(name));
  return {
    ...Object.fromEntries(kept),
    HOST: '127.0.0.1',
    // Nothing listens there.
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_DIRECT_URL: '',
    MIGRATE_ON_START: 'true',
    WORKERS: '1',
    DRAIN_SECONDS: '0',
    REHEARSAL: 'true',
    ...own,
  };
}

/** Returns a port that no one uses now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
