import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { databaseFile } from '#server/database/database-file.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { EXPORT_JSON_MAX_BYTES } from '#shared/export.ts';
import { exportErrors } from '#shared/export-messages.ts';

const PARTS = 100;

const server = await startTestServer();
after(server.stop);

test('an import that cannot succeed is deleted, so that it is not retried endlessly', async () => {
  const ada = await server.signUp();
  const end = await stage(ada, [[newItem('missing.jpg')], [newItem()]]);
  const failed = await ada.error(kit.completeImport, { body: end });
  assert.deepEqual([failed.status, failed.error], [409, exportErrors.importPhotoMissing]);
  assert.deepEqual(await server.rowsOf(ada.user.id, ['imports', 'items']), []);
  const again = await ada.error(kit.completeImport, { body: end });
  assert.deepEqual([again.status, again.error], [409, exportErrors.importIncomplete]);
});

test('an import whose last part is missing can still be completed', async () => {
  const ada = await server.signUp();
  const { id, parts } = await stage(ada, [[newItem()]]);
  assert.equal(
    (await ada.error(kit.completeImport, { body: { id, parts: parts + 1 } })).status,
    409,
  );
  const body = { id, part: parts, entity: 'items', items: [newItem()] };
  await ada.call(kit.importItems, { body });
  assert.deepEqual(await ada.call(kit.completeImport, { body: { id, parts: parts + 1 } }), {
    added: 2,
  });
});

test('others can write while an import is completed, whether it fails or not', {
  skip: server.config.databaseUrl && 'is about the write lock of SQLite',
}, async (t) => {
  const probe = new DatabaseSync(databaseFile(server.config.dataDir), { timeout: 0 });
  t.after(() => probe.close());
  const ada = await server.signUp();
  for (const photo of ['missing.jpg', null]) {
    const parts = Array.from({ length: PARTS }, () => [newItem()]);
    const end = await stage(ada, [...parts, [newItem(photo)]]);
    const completed = ada.send(kit.completeImport, { body: end }).then(({ status }) => status);
    // Writes that arrive together are committed in the next turn.
    assert.ok((await turnsLocked(completed)) < PARTS / 10);
    assert.equal(await completed, photo ? 409 : 200);
  }

  /** Counts the consecutive turns of the event loop for which the write lock was held. */
  async function turnsLocked(work: Promise<unknown>) {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    let [turns, most] = [0, 0];
    while (!isDone) {
      await setImmediate();
      turns = isLocked() ? turns + 1 : 0;
      most = Math.max(most, turns);
    }
    return most;
  }

  function isLocked() {
    try {
      probe.exec('begin immediate; rollback;');
      return false;
    } catch {
      return true;
    }
  }
});

test('many small parts are added with as few statements as large ones', async (t) => {
  const statements = countStatements(t);
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const list = Array.from({ length: PARTS }, () => newItem());
  const small = await stage(
    ada,
    list.map((item) => [item]),
  );
  const large = await stage(bob, [list.slice(0, PARTS / 2), list.slice(PARTS / 2)]);
  const ofSmall = await statements.during(() => ada.call(kit.completeImport, { body: small }));
  const ofLarge = await statements.during(() => bob.call(kit.completeImport, { body: large }));
  // Workers of the server may also run some statements.
  assert.ok(ofSmall < ofLarge + PARTS / 2, `${ofSmall} and ${ofLarge}`);
  assert.equal((await ada.call(testItems.list)).items.length, PARTS);
});

test('an import may contain as much text as an export', async () => {
  const ada = await server.signUp();
  const { id } = await stage(ada, [[newItem()]]);
  const next = (part: number) => ({ id, part, entity: 'items', items: [newItem()] });
  await server.query
    .updateTable('imports')
    .set({ size_bytes: EXPORT_JSON_MAX_BYTES - 10 })
    .where('user_id', '=', ada.user.id)
    .execute();
  const { status, error } = await ada.error(kit.importItems, { body: next(1) });
  assert.deepEqual([status, error], [403, exportErrors.importTooLarge(128)]);
  await ada.call(kit.importItems, { body: next(0) });
  await ada.call(kit.importItems, { body: next(1) });
});

/** Sends the parts of an import. */
async function stage(person: Person, parts: object[][]) {
  const id = randomUUID();
  for (const [part, list] of parts.entries()) {
    const items = list as Record<string, unknown>[];
    await person.call(kit.importItems, { body: { id, part, entity: 'items', items } });
  }
  return { id, parts: parts.length };
}

function newItem(photo_path: string | null = null) {
  const time = '2020-05-01T12:00:00.000Z';
  const dates = { created_at: time, updated_at: time };
  return { id: randomUUID(), title: '', text: 'Text', photo_path, ...dates };
}

/** Counts the statements that this process sends to the database. */
function countStatements({ mock }: { mock: typeof test.mock }) {
  const sent = [
    mock.method(StatementSync.prototype, 'all'),
    mock.method(StatementSync.prototype, 'run'),
    mock.method(pg.Client.prototype, 'query'),
  ];
  const count = () => sent.reduce((sum, { mock }) => sum + mock.callCount(), 0);
  return {
    async during(work: () => Promise<unknown>) {
      const before = count();
      await work();
      return count() - before;
    },
  };
}
