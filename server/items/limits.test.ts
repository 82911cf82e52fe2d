import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { itemErrors } from '#shared/messages.ts';

const ITEMS = 5;

const server = await startTestServer({ env: { MAX_ITEMS_PER_USER: String(ITEMS) } });
after(server.stop);

test('an item beyond the limit gets 403 with a message that names the limit', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const ids = Array.from({ length: ITEMS }, () => randomUUID());
  for (const id of ids) await ada.call(testItems.create, { body: { id, text: 'x' } });
  const { status, error } = await ada.error(testItems.create, { body: { text: 'y' } });
  assert.deepEqual([status, error], [403, itemErrors.limitReached('items', ITEMS)]);
  assert.match(error, /\b5 items\b/);
  assert.equal((await ada.call(testItems.list)).items.length, ITEMS);
  assert.equal((await createItem(bob)).status, 201);

  const [id = ''] = ids;
  const again = await ada.call(testItems.create, { body: { id, text: 'z' } });
  assert.equal(again.item.text, 'x', 'an existing item is returned');
  await ada.call(testItems.update, { params: { id }, body: { text: 'z' } });
  await ada.call(testItems.remove, { params: { id } });
  assert.equal((await createItem(ada)).status, 201);
});

test('restoring an item beyond the limit gets 403, and works once there is room', async () => {
  const ada = await server.signUp();
  const [first, second] = [await createItem(ada), await createItem(ada)];
  assert.ok(first.ok && second.ok);
  const { id } = first.body.item;
  await ada.call(testItems.remove, { params: { id } });
  for (let count = 1; count < ITEMS; count++) await createItem(ada);
  const refused = await ada.error(testItems.restore, { params: { id } });
  assert.deepEqual([refused.status, refused.error], [403, itemErrors.limitReached('items', ITEMS)]);
  await ada.call(testItems.remove, { params: { id: second.body.item.id } });
  const { item } = await ada.call(testItems.restore, { params: { id } });
  assert.deepEqual([item.created_at, item.version], [first.body.item.created_at, 2]);
});

test('concurrent requests do not exceed the limit', async () => {
  const ada = await server.signUp();
  const outcomes = await Promise.all(Array.from({ length: 4 * ITEMS }, () => createItem(ada)));
  const created = outcomes.filter(({ status }) => status === 201);
  assert.equal(created.length, ITEMS);
  assert.ok(outcomes.every(({ status }) => status === 201 || status === 403));
  assert.equal((await ada.call(testItems.list)).items.length, ITEMS);
});

function createItem(person: Person) {
  return person.send(testItems.create, { body: { text: 'x' } });
}
