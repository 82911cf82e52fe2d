import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createPeople, productionSettings } from '#tests/support/production-server.ts';
import { spawnServer } from '#tests/support/server-process.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';

const ERROR_LEVEL = 50;
const ERRORS_SHOWN = 5;

export type Engine = 'SQLite' | 'PostgreSQL';
export type LoadedServer = Awaited<ReturnType<typeof startLoadedServer>>;

/**
 * Starts the server as in production behind a proxy, with the test feature and its metrics: one process on SQLite, or
 * two on PostgreSQL. Creates accounts before it starts.
 */
export async function startLoadedServer(engine: Engine, peopleCount: number) {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...productionSettings(port, join(folder, 'data')),
    DATABASE_URL: postgres?.url,
    WORKERS: postgres ? '2' : '1',
    METRICS_PORT: String(metricsPort),
  };
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'w');
  const people = await createPeople(env, [testItemsServer], peopleCount);
  const server = await spawnServer(
    ['--expose-gc', '--import', './load/collect-garbage.ts', 'server/testing/main.ts'],
    { port, env, stdout: log },
  );
  closeSync(log);
  // Even if the run is interrupted.
  process.once('exit', () => {
    server.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await server.listening();
  const database = await openDatabase(readConfig(env), [testItemsServer]);

  return {
    port,
    people,
    /** Reads the database directly, in parallel to the server. */
    query: database.query,

    async readMetrics() {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      return response.text();
    },

    /** Returns the last errors that the server logged. */
    loggedErrors() {
      const lines = readFileSync(logFile, 'utf8').trim().split('\n');
      return lines.filter((line) => JSON.parse(line).level >= ERROR_LEVEL).slice(-ERRORS_SHOWN);
    },

    async stop() {
      await database.close();
      server.child.kill('SIGTERM');
      const { errors } = await server.ended;
      if (errors) console.error(errors);
      await postgres?.stop();
    },
  };
}
