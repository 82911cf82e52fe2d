import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyKit } from '#tooling/kit-copy.ts';
import { startPostgres } from '#tooling/test-postgres.ts';
import { startWriters } from './writers.ts';

const RESTARTS = 3;

test('a restart of PostgreSQL under load does not end the process or lose an acknowledged item', async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const kit = copyKit();
  t.after(kit.remove);
  const { child, url, ended, listening } = await kit.start({ DATABASE_URL: postgres.url });
  t.after(() => child.kill('SIGKILL'));
  await listening();

  const writers = await startWriters(url);
  await writers.moreAcknowledged();
  for (let restarts = 0; restarts < RESTARTS; restarts++) {
    await postgres.restart();
    await writers.moreAcknowledged();
  }
  await writers.stop();

  assert.equal((await fetch(`${url}/api/ready`)).status, 200);
  assert.deepEqual(await writers.missing(), []);
  assert.deepEqual(
    [...writers.statuses].filter((status) => status >= 500),
    [503],
  );
  t.diagnostic(`${writers.acknowledged.length} items acknowledged, 0 missing`);
  child.kill();
  assert.equal((await ended).code, 0);
});
