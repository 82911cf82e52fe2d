import { type TestContext, test } from 'node:test';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { checkPostgres, checkSqlite } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const KILLS = 4;

test('a server on SQLite that is killed under load loses no acknowledged write', async (t) => {
  const { server, writers } = await killRepeatedly(t, {});
  report(t, {
    fault: `server killed (kill -9) under load, ${KILLS} times`,
    engine: 'SQLite',
    integrity: checkSqlite(server.dataDir),
    ...(await writers.summary()),
  });
});

test('a server on PostgreSQL that is killed under load loses no acknowledged write', async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const { writers } = await killRepeatedly(t, { DATABASE_URL: postgres.url });
  report(t, {
    fault: `server killed (kill -9) under load, ${KILLS} times`,
    engine: 'PostgreSQL',
    integrity: await checkPostgres(postgres.url),
    ...(await writers.summary()),
  });
});

async function killRepeatedly(t: TestContext, env: NodeJS.ProcessEnv) {
  const server = await startRestartableServer(t, env);
  const writers = await startWriters(t, server.url);
  for (let kills = 0; kills < KILLS; kills++) {
    await writers.moreAcknowledged();
    await server.kill();
    await server.start();
  }
  await writers.moreAcknowledged();
  await writers.stop();
  return { server, writers };
}
