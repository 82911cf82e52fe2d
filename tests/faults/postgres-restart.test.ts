import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { checkPostgres } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const INTERRUPTIONS = 3;

test('a restart of PostgreSQL under load does not end the process or lose an acknowledged write', (t) =>
  interruptRepeatedly(t, 'restart', 'PostgreSQL restarted under load'));

test('a crash of PostgreSQL under load does not end the process or lose an acknowledged write', (t) =>
  interruptRepeatedly(t, 'crash', 'PostgreSQL killed (kill -9) and started again under load'));

async function interruptRepeatedly(t: TestContext, method: 'restart' | 'crash', fault: string) {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const server = await startRestartableServer(t, { DATABASE_URL: postgres.url });
  const writers = await startWriters(t, server.url);
  await writers.moreAcknowledged();
  for (let interruptions = 0; interruptions < INTERRUPTIONS; interruptions++) {
    await postgres[method]();
    await writers.moreAcknowledged();
  }
  await writers.stop();

  assert.equal((await fetch(`${server.url}/api/ready`)).status, 200);
  report(t, {
    fault: `${fault}, ${INTERRUPTIONS} times`,
    engine: 'PostgreSQL',
    integrity: await checkPostgres(postgres.url),
    ...(await writers.summary()),
  });
  assert.deepEqual([...writers.outcomes.keys()].sort(), [200, 201, 503]);
  await server.stop();
}
