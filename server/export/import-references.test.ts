import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  type ExportedItem,
  importExport,
  readExport,
  stageItems,
} from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import {
  createRoom,
  createTask,
  linksOf,
  removeRoom,
  removeTask,
} from '#server/testing/link-items.ts';
import { rooms, roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { kit } from '#shared/endpoints.ts';

const NOBODYS = '01900000-0000-7000-8000-00000000000a';
/** More than the targets that one statement finds. */
const MANY = 130;

const statements = recordStatements();
// First the tasks, so that a file contains them before the rooms that they need.
const server = await startTestServer({ features: [tasksServer, roomsServer] });
after(server.stop);
const ada = await server.signUp();

test('items that refer to each other are imported with these references, under other ids', async () => {
  const eve = await server.signUp();
  const exported = await exportOfTwo();
  assert.deepEqual(Object.keys(exported.everything.items), ['test_tasks', 'test_rooms']);
  assert.deepEqual(await importExport(eve, exported), { added: 4, uploads: 0 });
  const [second, first] = await tasksOf(eve);
  const [attic, hall] = (await eve.call(rooms.list)).test_rooms.map(({ id }) => id);
  assert.deepEqual(
    [linksOf(first), linksOf(second)],
    [
      [hall, null, null, null],
      [hall, attic, attic, first?.id],
    ],
  );
  const ids = (await tasksOf(ada)).map(({ id }) => id);
  assert.ok(!ids.includes(first?.id ?? ''));
  assert.deepEqual(await importExport(eve, exported), { added: 0, uploads: 0 });
});

test('an item is found that an earlier import has added, or that the account has', async () => {
  const [bob, eve] = [await server.signUp(), await server.signUp()];
  const exported = await exportOfTwo(bob);
  const { test_rooms = [], test_tasks = [] } = exported.everything.items;
  await add(eve, { test_rooms });
  await add(eve, { test_tasks });
  const halls = (await eve.call(rooms.list)).test_rooms.map(({ id }) => id);
  assert.ok((await tasksOf(eve)).every(({ room }) => room === halls[1]));

  const before = await tasksOf(bob);
  for (const { id } of before) await removeTask(bob, id);
  await add(bob, { test_tasks });
  assert.deepEqual((await tasksOf(bob)).map(linksOf), before.map(linksOf));
});

test('deleted items return under their old ids with their references', async () => {
  const bob = await server.signUp();
  const exported = await exportOfTwo(bob);
  const before = await tasksOf(bob);
  for (const { id } of before) await removeTask(bob, id);
  for (const { id } of (await bob.call(rooms.list)).test_rooms) await removeRoom(bob, id);
  assert.deepEqual(await importExport(bob, exported), { added: 4, uploads: 0 });
  assert.deepEqual((await tasksOf(bob)).map(linksOf), before.map(linksOf));
});

test('references to missing items are kept or become null, as they declare', async () => {
  const eve = await server.signUp();
  const room = await createRoom(eve);
  await add(eve, {
    test_tasks: [entry({ room, store: NOBODYS, shelf: NOBODYS, previous: NOBODYS })],
  });
  assert.deepEqual((await tasksOf(eve)).map(linksOf), [[room, null, null, NOBODYS]]);
});

test('an item that needs a missing one is rejected by its name, and nothing is imported', async () => {
  const eve = await server.signUp();
  const room = await createRoom(eve);
  const items = [entry({ room }), entry({ room: NOBODYS, title: 'Lost' })];
  const failed = await complete(eve, { test_tasks: items });
  assert.ok(!failed.ok);
  assert.deepEqual(
    [failed.status, failed.error],
    [
      400,
      'The entry "Lost" needs another one (Room) that is neither in the file nor in your account',
    ],
  );
  assert.deepEqual(await tasksOf(eve), []);
});

test('somebody else’s item is never referred to', async () => {
  const eve = await server.signUp();
  const [his, own] = [await createRoom(ada), await createRoom(eve)];
  const previous = (await createTask(ada, { room: his })).id;
  const failed = await complete(eve, { test_tasks: [entry({ room: his })] });
  assert.equal(failed.status, 400);
  const foreign = entry({ room: own, store: his, shelf: his, previous });
  // The item twice, as a file may contain it. One of them is imported.
  const id = randomUUID();
  for (const [part, item] of [foreign, { ...foreign, previous: NOBODYS }].entries())
    await eve.call(kit.importItems, { body: { id, part, entity: 'test_tasks', items: [item] } });
  await eve.call(kit.completeImport, { body: { id, parts: 2 } });
  assert.deepEqual((await tasksOf(eve)).map(linksOf), [[own, null, null, null]]);
});

test('many references are found', async () => {
  const eve = await server.signUp();
  const items = Array.from({ length: MANY }, () => entry({}));
  const test_tasks = items.map(({ id }) => entry({ room: id }));
  await add(eve, { test_rooms: items.map((item) => ({ ...item, name: 'Hall' })) });
  await add(eve, { test_tasks });
  const halls = (await eve.call(rooms.list)).test_rooms.map(({ id }) => id);
  assert.deepEqual((await tasksOf(eve)).map(({ room }) => room).sort(), halls.sort());
});

testQueryPlans(server, statements);

/** Exports two tasks, the second of which refers to the first and to two rooms. */
async function exportOfTwo(person = ada) {
  const [hall, attic] = [await createRoom(person), await createRoom(person)];
  const first = await createTask(person, { room: hall });
  await createTask(person, { room: hall, store: attic, shelf: attic, previous: first.id });
  return readExport(person);
}

const tasksOf = async (person: Person) => (await person.call(tasks.list)).test_tasks;

/** Returns a task as an export contains it. */
function entry(values: Partial<Record<'room' | 'store' | 'shelf' | 'previous' | 'title', string>>) {
  const time = '2026-11-17T09:30:00.000Z';
  const common = { id: randomUUID(), photo_path: null, photo_file: null };
  return { title: 'Paint', ...values, ...common, created_at: time, updated_at: time };
}

async function add(person: Person, items: Record<string, ExportedItem[]>) {
  const { status } = await complete(person, items);
  assert.equal(status, 200);
}

async function complete(person: Person, items: Record<string, ExportedItem[]>) {
  const { id, parts } = await stageItems(person, items);
  return person.send(kit.completeImport, { body: { id, parts } });
}
