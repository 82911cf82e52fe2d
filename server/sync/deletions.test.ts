import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { fromNow, now } from '#server/clock/clock.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { createChanges } from './changes.ts';

const server = await startTestServer();
after(server.stop);

test('deletions are forgotten after 90 days, and a device that missed one starts again', async () => {
  const ada = await server.signUp();
  const old = await create(ada, 'old');
  await ada.call(testItems.remove, { params: { id: old.id } });
  const recent = await create(ada, 'recent');
  await ada.call(testItems.remove, { params: { id: recent.id } });
  await server.query
    .updateTable('deletions')
    .set({ deleted_at: fromNow({ days: -91 }) })
    .where('id', '=', old.id)
    .execute();
  await server.running.sync.changes.sweep();

  assert.equal((await changesSince(ada, 1)).reset, true);
  const { reset, changes } = await changesSince(ada, 2);
  assert.equal(reset, false);
  assert.deepEqual(changes.items?.deleted, [recent.id]);
});

test('deletions that are forgotten while they are read cause a reset', async () => {
  const ada = await server.signUp();
  const { id } = await create(ada, 'old');
  await ada.call(testItems.remove, { params: { id } });
  const { database } = server.running;
  const changes = createChanges({
    database: {
      ...database,
      /** Runs the statement, which reads the latest numbers first, and then makes the server forget all deletions. */
      prepare: (build) => {
        const run = database.prepare(build);
        return async (values, transaction) => {
          const rows = await run(values, transaction);
          await database.query
            .updateTable('users')
            .set({ complete_since_seq: 2 })
            .where('id', '=', ada.user.id)
            .execute();
          await database.query.deleteFrom('deletions').where('user_id', '=', ada.user.id).execute();
          return rows;
        };
      },
    },
    synced: [],
    announce() {},
  });
  assert.equal((await changes.read(ada.user.id, 1)).reset, true);
});

test('a user cannot choose the numbers of deletions so that none is ever forgotten', async () => {
  const ada = await server.signUp();
  const { changes } = server.running.sync;
  const deletions = Array.from({ length: 12_000 }, (_, number) => ({
    user_id: ada.user.id,
    entity: 'items' as const,
    id: randomUUID(),
    seq: 2 * number + 1,
  }));
  await server.query.transaction().execute(async (query) => {
    await changes.reserve(query, ada.user.id, 2 * deletions.length);
    // Inserted directly, which is faster.
    for (const start of [0, 5000]) {
      const rows = deletions.slice(start, start + 5000);
      await query
        .insertInto('deletions')
        .values(rows.map((row) => ({ ...row, deleted_at: now() })))
        .execute();
    }
    for (const { id, ...deletion } of deletions.slice(10_000))
      await changes.recordDeletion(query, { ...deletion, row: { id, version: 1 } });
  });
  assert.equal((await changesSince(ada, 0)).reset, true);
  assert.equal((await changesSince(ada, 4000)).reset, false, 'the newest 10,000 are remembered');
});

test('a deleted id cannot be created again by a late request', async () => {
  const ada = await server.signUp();
  const { id } = await create(ada, 'gone');
  await ada.call(testItems.remove, { params: { id } });
  assert.equal((await ada.error(testItems.create, { body: { id, text: 'back' } })).status, 404);
});

async function create(person: Person, text: string) {
  return (await person.call(testItems.create, { body: { id: randomUUID(), text } })).item;
}

function changesSince(person: Person, since: number) {
  return person.call(kit.changes, { query: { since: String(since) } });
}
