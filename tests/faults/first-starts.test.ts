import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { copyKit } from '#tests/support/kit-copy.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';

const PROCESSES = 10;

test('ten processes that start together on an empty database migrate it once and all serve', async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const kit = copyKit();
  t.after(kit.remove);
  const env = { DATABASE_URL: postgres.url, DATABASE_POOL_SIZE: '5' };
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => kit.start(env)));
  await Promise.all(servers.map(({ listening }) => listening()));

  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query(
    'select feature, name, count(*)::int as count from schema_migrations group by 1, 2',
  );
  assert.ok(rows.length > 0);
  for (const { feature, name, count } of rows) assert.equal(count, 1, `${feature}/${name}`);
  const { rows: accounts } = await client.query('select count(*)::int as count from demo_accounts');
  assert.equal(accounts[0].count, 2, 'the demo accounts are created once');
  await client.end();

  for (const { child } of servers) child.kill('SIGTERM');
  for (const { code } of await Promise.all(servers.map(({ ended }) => ended)))
    assert.equal(code, 0);
  t.diagnostic(`${PROCESSES} processes, ${rows.length} migrations, each applied once`);
});
