import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { unzipSync } from 'fflate';
import { importExport, type ReadExport } from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { createRoom, createTask } from '#server/testing/link-items.ts';
import { roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { EXPORT_FILE } from '#shared/export.ts';
import { createPortable } from './portable.ts';
import { writeExport } from './write-export.ts';

const statements = recordStatements();
// First the rooms, which an export writes after the tasks that need them.
const features = [roomsServer, tasksServer];
const server = await startTestServer({ features });
after(server.stop);

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
