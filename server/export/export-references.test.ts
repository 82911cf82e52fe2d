import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { unzipSync } from 'fflate';
import { importExport, type ReadExport, readExport } from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { createRoom, createTask, removeTask } from '#server/testing/link-items.ts';
import { rooms, roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { EXPORT_FILE } from '#shared/export.ts';
import { createPortable } from './portable.ts';
import { writeExport } from './write-export.ts';

const statements = recordStatements();
// First the rooms, which an export writes after the tasks that need them.
const features = [roomsServer, tasksServer];
const server = await startTestServer({ features });
after(server.stop);

test('Markdown files name what an item refers to', async () => {
  const ada = await server.signUp();
  const { test_room } = await ada.call(rooms.create, { body: { name: 'Room: "north"' } });
  const room = test_room.id;
  const first = await createTask(ada, { room });
  await createTask(ada, { room, shelf: room, previous: first.id });
  const lines = (await readMarkdown(ada)).map((text) => text.split('\n'));
  const line = 'room: "Room: \\"north\\""';
  assert.ok(lines.some((all) => all.includes(line) && all.includes('previous: "Paint"')));
  assert.ok(lines.every((all) => all.includes(line) && all.includes('store: null')));
});

test('Markdown files show the id of a deleted item, and of somebody else’s', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const room = await createRoom(ada);
  const first = await createTask(ada, { room });
  const second = await createTask(ada, { room, previous: first.id });
  await removeTask(ada, first.id);
  const shelf = await createRoom(bob);
  // As if it had been stored before the room existed.
  await server.query.updateTable('test_tasks').set({ shelf }).where('id', '=', second.id).execute();
  const [text = ''] = (await readMarkdown(ada)).filter((text) => text.includes('# Paint'));
  assert.match(text, new RegExp(`\nprevious: "${first.id}"\n`));
  assert.match(text, new RegExp(`\nshelf: "${shelf}"\n`));
});

test('what is written during an export does not keep it from being imported', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  await createTask(ada, { room: await createRoom(ada) });
  const exported = await exportWhile(ada, async () => {
    await createTask(ada, { room: await createRoom(ada) });
  });
  const { added } = await importExport(eve, exported);
  assert.ok(added >= 2);
  assert.equal((await eve.call(tasks.list)).test_tasks.length, 1);
});

testQueryPlans(server, statements);

async function readMarkdown(person: Person) {
  const { files } = await readExport(person);
  return Object.entries(files)
    .filter(([name]) => name.startsWith('test_tasks/'))
    .map(([, bytes]) => Buffer.from(bytes).toString());
}

/** Exports an account in which something is written whenever a page of items was read. */
async function exportWhile({ user }: Person, write: () => Promise<void>): Promise<ReadExport> {
  const { database, files } = server.running;
  const tables = features.flatMap(({ portable = [] }) => portable);
  const portable = createPortable(database, tables);
  for (const entity of portable.entities()) {
    const { page } = entity;
    entity.page = async (...args) => {
      const items = await page(...args);
      await write();
      return items;
    };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeExport({ portable, files }, user)) pieces.push(piece);
  const unzipped = unzipSync(Buffer.concat(pieces));
  const everything = JSON.parse(Buffer.from(unzipped[EXPORT_FILE] as Uint8Array).toString());
  return { files: unzipped, everything };
}
