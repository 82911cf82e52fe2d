import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';
import { itemFeature } from './item-feature.ts';
import { dropsFeature, removedFeatures } from './removed-features.ts';
import { createsItemTable } from './table.ts';

const rooms = defineItems({
  one: 'room',
  many: 'rooms',
  fields: { name: textField('Name', { maxCharacters: 100, isRequired: true }) },
});
const roomsServer = itemFeature(rooms, {
  '0001-rooms': createsItemTable('rooms', { name: 'text' }),
});
const removedServer = removedFeatures({ '0001-rooms': dropsFeature('rooms', ['rooms']) });
const features = [roomsServer];
const server = await startTestServer({ features });
after(server.stop);

test('a removed feature leaves nothing in the database, and can be added again', async () => {
  const person = await server.signUp();
  await person.call(rooms.create, { body: { name: 'Kitchen' } });
  const { room } = await person.call(rooms.create, { body: { name: 'Hall' } });
  await person.call(rooms.remove, { params: { id: room.id } });
  assert.deepEqual([await server.count('row_counts'), await server.count('deletions')], [1, 1]);

  await server.restart(async () => void features.splice(0, 1, removedServer));
  assert.ok(!(await tables()).includes('rooms'));
  assert.deepEqual([await server.count('row_counts'), await server.count('deletions')], [0, 0]);
  await person.call(kit.me);

  await server.restart(async () => void features.push(roomsServer));
  assert.deepEqual((await person.call(rooms.list)).rooms, []);
});

const tables = async () => (await server.query.introspection.getTables()).map(({ name }) => name);
