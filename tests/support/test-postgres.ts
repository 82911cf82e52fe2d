import { rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { createCluster } from './postgres-cluster.ts';
import { waitFor } from './wait-for.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts a real PostgreSQL in a temporary folder, which `stop` removes. Data survives a power failure only if it is
 * `durable`, which tests do not need.
 */
export async function startPostgres({ durable = false } = {}) {
  const port = await freePort();
  const { folder, control, controlSync } = await createCluster({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: durable ? 'on' : 'off',
    max_connections: 200,
  });
  const start = () => control('start', '--timeout=300');
  const stopServer = () => control('stop', '--mode=fast', '--timeout=300');
  process.on('exit', stopAtExit);
  for (const signal of SIGNALS) process.on(signal, exitOnSignal);
  await start();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    /** Creates an empty database. Returns its URL. */
    async createDatabase(name: string) {
      // Loaded only here, because most that start PostgreSQL need no driver.
      const { default: pg } = await import('pg');
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`create database ${name} template template0`);
      await client.end();
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    async restart() {
      await stopServer();
      await start();
    },
    /** Kills the main process and starts PostgreSQL again as soon as its other processes have noticed and ended. */
    async crash() {
      const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await waitFor('PostgreSQL starts again', () =>
        start().then(
          () => true,
          () => false,
        ),
      );
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };

  async function stop() {
    await stopServer();
    await rm(folder, { recursive: true, force: true });
    process.off('exit', stopAtExit);
    for (const signal of SIGNALS) process.off(signal, exitOnSignal);
  }

  /** Ends PostgreSQL together with this process if a failure or signal prevented the call of `stop`. */
  function stopAtExit() {
    controlSync('stop', '--mode=immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}

function exitOnSignal(_signal: string, number: number) {
  process.exit(128 + number);
}
