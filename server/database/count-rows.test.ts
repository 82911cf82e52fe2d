import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { now } from '#server/clock/clock.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { prepareRowCount } from './count-rows.ts';

const server = await startTestServer();
after(server.stop);
const count = prepareRowCount(server.running.database, 'items');

test('rows are counted for each user when they are added and deleted, one or many at once', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  assert.equal(await countOf(ada.user.id), 0);
  const { item } = await ada.call(testItems.create, { body: { text: 'one' } });
  await ada.call(testItems.create, { body: { text: 'two' } });
  await bob.call(testItems.create, { body: { text: 'of somebody else' } });
  await ada.call(testItems.update, { params: { id: item.id }, body: { text: 'changed' } });
  assert.equal(await countOf(ada.user.id), 2);

  await insert(ada.user.id, 300);
  assert.equal(await countOf(ada.user.id), 302);
  await ada.call(testItems.remove, { params: { id: item.id } });
  assert.equal(await countOf(ada.user.id), 301);
  await server.query.deleteFrom('items').where('user_id', '=', ada.user.id).execute();
  assert.deepEqual([await countOf(ada.user.id), await countOf(bob.user.id)], [0, 1]);
});

test('a row that is sent twice is counted once, and a failed one not at all', async () => {
  const ada = await server.signUp();
  const body = { id: randomUUID(), text: 'sent twice' };
  await ada.call(testItems.create, { body });
  await ada.call(testItems.create, { body });
  await ada.error(testItems.create, { body: { text: 'x', photo_path: 'nothing' } });
  assert.equal(await countOf(ada.user.id), 1);
});

test('deleting a user deletes the counts', async () => {
  const ada = await server.signUp();
  await insert(ada.user.id, 300);
  await server.query.deleteFrom('users').where('id', '=', ada.user.id).execute();
  const left = await server.everyRow('row_counts');
  assert.ok(!left.some(({ user_id }) => user_id === ada.user.id));
});

const countOf = (userId: string) =>
  server.query.transaction().execute((query) => count(query, userId));

async function insert(userId: string, rows: number) {
  const items = Array.from({ length: rows }, () => ({
    id: randomUUID(),
    user_id: userId,
    title: '',
    text: 'x',
    photo_path: null,
    version: 1,
    created_at: now(),
    updated_at: now(),
    seq: 0,
  }));
  await server.query.insertInto('items').values(items).execute();
}
