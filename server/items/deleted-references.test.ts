import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { backUp } from '#server/backup/backup.ts';
import { now } from '#server/clock/clock.ts';
import { restoreFile } from '#server/testing/backups.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import {
  changeTask,
  createRoom,
  createTask,
  findTask,
  linksOf,
  removeRoom,
  removeTask,
  restoreRoom,
  restoreTask,
} from '#server/testing/link-items.ts';
import { rooms, roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { kit } from '#shared/endpoints.ts';

/** More than one slice of items whose reference is cleared. */
const MANY = 450;

const statements = recordStatements();
// First the tasks, so that a restored backup inserts rows before those that they refer to.
const features = [tasksServer, roomsServer];
const server = await startTestServer({ features });
after(server.stop);
const [ada, bob] = [await server.signUp(), await server.signUp()];
const kitchen = await createRoom(ada);

test('an item that others need cannot be deleted, and the message counts them', async () => {
  const hall = await createRoom(ada);
  const first = await createTask(ada, { room: hall, store: hall, shelf: hall });
  const refused = await ada.error(rooms.remove, { params: { id: hall } });
  assert.deepEqual(
    [refused.status, refused.error],
    [403, 'This test room is used by 1 test task, so it cannot be deleted.'],
  );
  const second = await createTask(ada, { room: kitchen, store: hall });
  const again = await ada.error(rooms.remove, { params: { id: hall } });
  assert.match(again.error, /is used by 2 test tasks, so/);
  assert.deepEqual(await findTask(ada, first.id), first, 'nothing is cleared');
  const outdated = { params: { id: hall }, query: { version: '7' } };
  assert.equal((await ada.error(rooms.remove, outdated)).status, 409);
  await removeTask(ada, first.id);
  await changeTask(ada, second.id, { room: kitchen, store: null });
  await removeRoom(ada, hall);
});

test('a deletion clears references, and devices receive the changed items', async () => {
  const hall = await createRoom(ada);
  const linked = await createTask(ada, { room: kitchen, shelf: hall });
  const other = await createTask(ada, { room: kitchen, shelf: kitchen });
  const { seq } = await ada.call(rooms.list);
  await removeRoom(ada, hall);
  const cleared = { ...linked, shelf: null, version: 2 };
  const { changes } = await changesSince(ada, seq);
  assert.deepEqual(changes.test_tasks?.items, [cleared]);
  assert.deepEqual(changes.test_rooms?.deleted, [hall]);
  assert.deepEqual(await findTask(ada, other.id), other);
});

test('undoing a deletion sets references again where the items are still there and without another one', async () => {
  const hall = await createRoom(ada);
  const links = { room: kitchen, shelf: hall };
  const [same, moved, gone] = [
    await createTask(ada, links),
    await createTask(ada, links),
    await createTask(ada, links),
  ];
  await removeRoom(ada, hall);
  await changeTask(ada, moved.id, { room: kitchen, shelf: kitchen });
  await removeTask(ada, gone.id);
  const { seq } = await ada.call(rooms.list);
  await restoreRoom(ada, hall);
  const { changes } = await changesSince(ada, seq);
  assert.deepEqual(changes.test_tasks?.items, [{ ...same, version: 3 }]);
  assert.equal((await findTask(ada, moved.id))?.shelf, kitchen);
  assert.equal(await findTask(ada, gone.id), undefined);
  // It was already cleared when it was deleted.
  assert.equal((await restoreTask(ada, gone.id)).shelf, null);
});

test('a deletion clears more references than fit into a statement, each item with its own number', async () => {
  const eve = await server.signUp();
  const [hall, attic] = [await createRoom(eve), await createRoom(eve)];
  await insertTasks(eve, { room: attic, shelf: hall });
  const { seq } = await eve.call(tasks.list);
  await removeRoom(eve, hall);
  const cleared = await server.rowsOf(eve.user.id, ['test_tasks']);
  assert.partialDeepStrictEqual(cleared, Array(MANY).fill({ shelf: null, version: 2 }));
  assert.deepEqual(
    cleared.map((row) => ('seq' in row ? Number(row.seq) : 0)).sort((a, b) => a - b),
    Array.from({ length: MANY }, (_, index) => seq + 2 + index),
  );
  await restoreRoom(eve, hall);
  const { test_tasks: restored } = await eve.call(tasks.list);
  assert.partialDeepStrictEqual(restored, Array(MANY).fill({ shelf: hall, version: 3 }));
});

test('a deletion leaves references as they are that keep deleted items', async () => {
  const first = await createTask(ada, { room: kitchen });
  const second = await createTask(ada, { room: kitchen, previous: first.id });
  await removeTask(ada, first.id);
  assert.deepEqual(await findTask(ada, second.id), second);
});

test('a restored item keeps or loses what was deleted since, and stays deleted if it needs that', async () => {
  const [hall, attic] = [await createRoom(ada), await createRoom(ada)];
  const first = await createTask(ada, { room: kitchen });
  const links = { room: kitchen, store: hall, shelf: hall, previous: first.id };
  const [other, lost] = [await createTask(ada, links), await createTask(ada, { room: attic })];
  for (const { id } of [first, other, lost]) await removeTask(ada, id);
  for (const id of [hall, attic]) await removeRoom(ada, id);
  assert.deepEqual(linksOf(await restoreTask(ada, other.id)), [kitchen, null, null, first.id]);
  const params = { id: lost.id };
  assert.equal((await ada.error(tasks.restore, { params })).status, 404);
  await restoreRoom(ada, attic);
  assert.equal((await restoreTask(ada, lost.id)).room, attic);
});

test('an item that refers to itself can be deleted and restored', async () => {
  const id = randomUUID();
  await createTask(ada, { id, room: kitchen, previous: id });
  await removeTask(ada, id);
  assert.equal((await restoreTask(ada, id)).previous, id);
});

test('other people’s references neither prevent a deletion nor change with it', async () => {
  const his = await createRoom(bob);
  const { id } = await createTask(ada, { room: kitchen });
  // As if it had been stored before the room existed.
  const links = { room: his, shelf: his };
  await server.query.updateTable('test_tasks').set(links).where('id', '=', id).execute();
  await removeRoom(bob, his);
  assert.deepEqual(linksOf(await findTask(ada, id)), [his, null, his, null]);
});

testQueryPlans(server, statements);

// After the check of query plans, because a backup reads whole tables.
test('items that refer to each other are deleted with their account, and a backup brings them back', async () => {
  const eve = await server.signUp();
  const hall = await createRoom(eve);
  const first = await createTask(eve, { room: hall });
  const second = await createTask(eve, { room: hall, shelf: hall, previous: first.id });
  const file = join(server.config.dataDir, 'backup.tgz');
  await backUp(server.config, server.running.blobs, features, file);
  await eve.call(kit.deleteAccount, { body: { password: eve.password } });
  assert.deepEqual(await server.rowsOf(eve.user.id, ['test_rooms', 'test_tasks']), []);
  await restoreFile(server, file, features);
  assert.deepEqual((await eve.call(tasks.list)).test_tasks, [second, first]);
  assert.equal((await eve.error(rooms.remove, { params: { id: hall } })).status, 403);
});

const changesSince = (person: Person, seq: number) =>
  person.call(kit.changes, { query: { since: String(seq) } });

/** Adds many tasks at once, as an import does. */
async function insertTasks({ user }: Person, links: { room: string; shelf: string }) {
  const { change_seq } = await server.query
    .updateTable('users')
    .set(({ eb }) => ({ change_seq: eb('change_seq', '+', MANY) }))
    .where('id', '=', user.id)
    .returning('change_seq')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: MANY }, (_, index) => ({
    id: randomUUID(),
    user_id: user.id,
    title: `Task ${index}`,
    contact: '',
    page: '',
    ...links,
    version: 1,
    created_at: now(),
    updated_at: now(),
    seq: change_seq - index,
  }));
  await server.query
    .insertInto('test_tasks')
    .values(rows as never)
    .execute();
}
