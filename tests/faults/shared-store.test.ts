import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacksPrograms } from '#tests/support/find-program.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { s3Settings, startS3 } from '#tests/support/test-s3.ts';
import { signIn } from './accounts.ts';
import { checkPostgres } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

test('writes acknowledged by one of two servers on PostgreSQL and S3 are on the other, even when the first is gone', {
  skip: lacksPrograms('radosgw'),
}, async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const store = await startS3();
  t.after(store.stop);
  const env = { DATABASE_URL: postgres.url, ...s3Settings(store.endpoint) };
  // Each server has its own data folder, so that photos can only come from the store.
  const a = await startRestartableServer(t, env);
  const b = await startRestartableServer(t, env);
  const writers = await startWriters(t, a.url);
  await writers.moreAcknowledged();
  await writers.stop();
  await a.kill();
  writers.switchTo(b.url);
  report(t, {
    fault: 'one of two servers on the same S3 store killed',
    engine: 'PostgreSQL',
    integrity: await checkPostgres(postgres.url),
    ...(await writers.summary()),
  });

  await a.start();
  const token = await signIn(a.url);
  const ask = (url: string, path: string, method = 'GET') =>
    fetch(url + path, { method, headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await ask(b.url, '/api/auth/me')).status, 200);
  assert.equal((await ask(b.url, '/api/auth/logout', 'POST')).status, 200);
  assert.equal((await ask(a.url, '/api/auth/me')).status, 401);
});
