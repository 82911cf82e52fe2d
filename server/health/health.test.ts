import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { fromNow } from '#server/clock/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import packageJson from '../../package.json' with { type: 'json' };

test('without a database, health still returns status, version and uptime, and ready gets 503', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const { uptime_s, ...health } = await server.call(kit.health);
  assert.deepEqual(health, { status: 'ok', version: packageJson.version });
  assert.ok(uptime_s >= 0);
  assert.deepEqual(await server.call(kit.ready), { status: 'ready' });

  await server.query.destroy();
  await server.call(kit.health);
  const { status, error, headers } = await server.error(kit.ready);
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
  assert.ok(Number(headers.get('Retry-After')) > 0);
});

test('with a read-only database writes and ready get 503, and reads work', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const ada = await server.signUp();
  const { item } = await ada.call(testItems.create, { body: { text: 'x' } });
  // Makes the session due to be extended at its next use.
  await server.query
    .updateTable('sessions')
    .set({ expires_at: fromNow({ days: 1 }) })
    .execute();
  const ready = (wanted: boolean) => async () => (await server.send(kit.ready)).ok === wanted;
  await server.call(kit.ready);

  await setReadOnly(server, true);
  await waitFor('it is not ready', ready(false));
  const { status, error } = await ada.error(testItems.create, { body: { text: 'y' } });
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
  assert.deepEqual((await ada.call(testItems.list)).items, [item]);
  await ada.call(kit.me);
  await server.call(kit.health);

  await setReadOnly(server, false);
  await waitFor('it is ready', ready(true));
  await ada.call(testItems.create, { body: { text: 'y' } });
});

test('ready gets 503 when the file store cannot be used', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  await rm(join(server.config.dataDir, 'files'), { recursive: true });
  assert.equal((await server.error(kit.ready)).status, 503);
});

test('with an S3 store that does not respond, ready and uploads get 503', async (t) => {
  const server = await startTestServer({
    env: {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  t.after(server.stop);
  assert.equal((await server.error(kit.ready)).status, 503);
  const ada = await server.signUp();
  const { status, error } = await ada.error(kit.upload, { body: await pictureUpload() });
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
});

async function setReadOnly({ query, config }: TestServer, readOnly: boolean) {
  if (!config.databaseUrl)
    return void (await sql`pragma query_only = ${sql.lit(readOnly ? 1 : 0)}`.execute(query));
  // As in a failover to a standby: connections are closed, and new ones are read-only.
  const name = new URL(config.databaseUrl).pathname.slice(1);
  const client = new pg.Client(process.env.TEST_DATABASE_URL);
  await client.connect();
  await client.query(`alter database ${name} set default_transaction_read_only = ${readOnly}`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await client.end();
}
