import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { reloadOnDevices } from './reload-on-devices.ts';

const server = await startTestServer();
after(server.stop);

test('only devices of users with rows in the table load their lists again', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  await ada.call(testItems.create, { body: { text: 'one' } });
  const { item } = await bob.call(testItems.create, { body: { text: 'deleted' } });
  await bob.call(testItems.remove, { params: { id: item.id } });

  await reloadOnDevices(server.query, 'items');

  assert.deepEqual(await changesSince(ada, 1), { reset: true, seq: 2 });
  assert.deepEqual(await changesSince(ada, 2), { reset: false, seq: 2 });
  assert.deepEqual(await changesSince(bob, 2), { reset: false, seq: 2 });
});

async function changesSince(person: Person, since: number) {
  const { reset, seq } = await person.call(kit.changes, { query: { since: String(since) } });
  return { reset, seq };
}
