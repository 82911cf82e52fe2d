import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'is about several processes on PostgreSQL';

const server = await startTestServer();
after(server.stop);

test('an import that is sent to two processes at once is added once, and both responses are equal', {
  skip,
}, async (t) => {
  const other = await startTestServer({ env: { DATABASE_URL: server.config.databaseUrl } });
  t.after(other.stop);
  const { ada, body } = await stageTwoItems();
  const lock = await lockRow(ada.user.id);
  const answers = [
    ada.call(kit.completeImport, { body }),
    other.as(ada.token).call(kit.completeImport, { body }),
  ];
  await waitFor('both wait', async () => (await lock.waiting()) === 2);
  await lock.end();
  assert.deepEqual(await Promise.all(answers), [{ added: 2 }, { added: 2 }]);
  assert.equal((await ada.call(testItems.list)).items.length, 2);
});

test('an item that another process adds while an import is completed is not added twice', {
  skip,
}, async () => {
  const { ada, body, items } = await stageTwoItems();
  const lock = await lockRow(ada.user.id);
  const answer = ada.call(kit.completeImport, { body });
  await waitFor('it waits', async () => (await lock.waiting()) === 1);
  await lock.client.query('update users set change_seq = change_seq + 1 where id = $1', [
    ada.user.id,
  ]);
  await lock.client.query(
    `insert into items (id, user_id, title, text, version, created_at, updated_at, seq)
     select $1, id, '', 'Own', 1, created_at, created_at, change_seq from users where id = $2`,
    [items[0]?.id, ada.user.id],
  );
  await lock.end();
  assert.deepEqual(await answer, { added: 1 });
  assert.equal((await ada.call(testItems.list)).items.length, 2);
});

async function stageTwoItems() {
  const ada = await server.signUp();
  const time = '2020-05-01T12:00:00.000Z';
  const dates = { created_at: time, updated_at: time };
  const newItem = () => ({ id: randomUUID(), title: '', text: 'x', photo_path: null, ...dates });
  const items = [newItem(), newItem()];
  const id = randomUUID();
  await ada.call(kit.importItems, { body: { id, part: 0, entity: 'items', items } });
  return { ada, items, body: { id, parts: 1 } };
}

/** Locks a user's row, as a write of another process does. */
async function lockRow(userId: string) {
  const client = new pg.Client(server.config.databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from users where id = $1 for no key update', [userId]);
  return {
    client,
    /** Counts the connections that wait for a lock. */
    async waiting() {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    },
    async end() {
      await client.query('commit');
      await client.end();
    },
  };
}
