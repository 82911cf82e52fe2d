import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import {
  changeTask,
  createRoom,
  createTask,
  findTask,
  linksOf,
  removeRoom,
} from '#server/testing/link-items.ts';
import { roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { referenceField, textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';
import { checkReferences, referencesOf } from './references.ts';

const NOBODYS = '01900000-0000-7000-8000-00000000000a';

const statements = recordStatements();
const server = await startTestServer({ features: [tasksServer, roomsServer] });
after(server.stop);
const [ada, bob] = [await server.signUp(), await server.signUp()];
const kitchen = await createRoom(ada);

test('an item refers to items of the same person, and to itself', async () => {
  const id = randomUUID();
  const links = { room: kitchen, store: kitchen, shelf: kitchen, previous: id };
  const created = await createTask(ada, { id, ...links });
  assert.deepEqual(linksOf(created), [kitchen, kitchen, kitchen, id]);
  const hall = await createRoom(ada);
  const changed = await changeTask(ada, id, { room: hall, shelf: hall, previous: null });
  assert.deepEqual(linksOf(changed), [hall, kitchen, hall, null]);
});

test('somebody else’s item gets 400 in every reference, whatever happens when it is deleted', async () => {
  const his = await createRoom(bob);
  const previous = (await createTask(bob, { room: his })).id;
  const own = await createTask(ada, { room: kitchen });
  const body = { title: 'Paint', room: his, store: his, shelf: his, previous };
  const fields = {
    room: 'Room does not exist or was deleted',
    store: 'Store does not exist or was deleted',
    shelf: 'Shelf does not exist or was deleted',
    previous: 'Previous task does not exist or was deleted',
  };
  const before = await ada.call(tasks.list);
  for (const endpoint of [tasks.create, tasks.update]) {
    const failed = await ada.error(endpoint, { params: { id: own.id }, body });
    assert.deepEqual([failed.status, failed.fields], [400, fields]);
  }
  assert.deepEqual(await ada.call(tasks.list), { ...before, seq: before.seq });
});

test('a reference to an item that does not exist is kept, cleared or refused, as it declares', async () => {
  const own = await createTask(ada, { room: kitchen, shelf: kitchen });
  const deleted = await createRoom(ada);
  await removeRoom(ada, deleted);
  for (const gone of [NOBODYS, deleted]) {
    const links = { room: kitchen, shelf: gone, previous: gone };
    assert.deepEqual(linksOf(await createTask(ada, links)), [kitchen, null, null, gone]);
    assert.deepEqual(linksOf(await changeTask(ada, own.id, links)), [kitchen, null, null, gone]);
    const body = { title: 'Paint', ...links, room: gone, store: gone };
    for (const endpoint of [tasks.create, tasks.update]) {
      const { status, fields } = await ada.error(endpoint, { params: { id: own.id }, body });
      assert.deepEqual([status, Object.keys(fields ?? {})], [400, ['room', 'store']]);
    }
  }
});

test('an unchanged reference is not checked again', async () => {
  const { id } = await createTask(ada, { room: kitchen });
  const links = { store: NOBODYS, shelf: NOBODYS, previous: NOBODYS };
  // As if it had been stored before its kind had these rules.
  await server.query.updateTable('test_tasks').set(links).where('id', '=', id).execute();
  const changed = await changeTask(ada, id, { room: kitchen, ...links });
  assert.deepEqual(linksOf(changed), [kitchen, NOBODYS, NOBODYS, NOBODYS]);
  assert.deepEqual(linksOf(await changeTask(ada, id, { room: kitchen })), linksOf(changed));
});

test('a repeated creation returns the item, even if what it referred to was deleted since', async () => {
  const [id, hall] = [randomUUID(), await createRoom(ada)];
  await createTask(ada, { id, room: hall });
  const changed = await changeTask(ada, id, { room: kitchen });
  await removeRoom(ada, hall);
  assert.deepEqual(await createTask(ada, { id, room: hall }), changed);
});

test('a rejected creation stores nothing', async () => {
  const id = randomUUID();
  const body = { id, title: 'Paint', room: NOBODYS };
  assert.equal((await ada.error(tasks.create, { body })).status, 400);
  assert.equal(await findTask(ada, id), undefined);
});

testQueryPlans(server, statements);

test('a reference to a kind that is not registered stops the start', async () => {
  await assert.rejects(
    startTestServer({ features: [tasksServer] }),
    /^Error: test_tasks.room refers to 'test_rooms', which no registered feature has: add its/,
  );
});

test('required references that lead back to their kind stop the start, unless deleted items are kept', () => {
  const kind = (many: string, to: string, whenDeleted: 'keep' | 'refuse' = 'refuse') =>
    defineItems({
      one: many,
      many,
      fields: {
        name: textField('Name', { maxCharacters: 9 }),
        to: referenceField('To', { to, isRequired: true, whenDeleted }),
      },
    });
  const check = (...kinds: ReturnType<typeof kind>[]) =>
    checkReferences(
      kinds.map((one) => ({
        references: referencesOf(one),
        synced: [{ table: one.many as never, columns: [], booleans: [] }],
      })),
    );
  assert.throws(() => check(kind('a', 'a')), /^Error: a.to cannot be set in a first item: make/);
  const circle = [kind('b', 'c'), kind('c', 'd'), kind('d', 'b')];
  assert.throws(() => check(kind('a', 'b'), ...circle), /^Error: b.to, c.to, and d.to cannot be/);
  assert.equal(check(kind('a', 'b'), kind('b', 'a', 'keep')).length, 2);
});
