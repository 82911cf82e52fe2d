import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { type Person, startProductionServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';

const EXPORTS_PER_HOUR = 40;
const IMPORTS_PER_HOUR = 20;

const production = await startProductionServer();
after(production.stop);

test('exports are limited per hour, and so are imports with batches to add', async () => {
  const [ada, bob] = [await production.signUp(), await production.signUp()];
  for (let count = 0; count < EXPORTS_PER_HOUR; count++) await ada.call(kit.signExport);
  assert.equal((await ada.error(kit.exportData)).status, 429);
  await bob.call(kit.signExport);

  for (let count = 0; count <= IMPORTS_PER_HOUR; count++) {
    const body = { id: randomUUID(), parts: 1 };
    assert.equal((await ada.error(kit.completeImport, { body })).status, 409);
  }
  for (let count = 0; count < IMPORTS_PER_HOUR; count++)
    assert.equal(await importSomething(ada), 200);
  assert.equal(await importSomething(ada), 429);
  assert.equal(await importSomething(bob), 200);
});

/** Imports one item. Returns the status of its completion. */
async function importSomething(person: Person) {
  const time = '2026-01-31T09:30:00.000Z';
  const dates = { created_at: time, updated_at: time };
  const item = { id: randomUUID(), title: '', text: 'x', photo_path: null, ...dates };
  const batch = { id: randomUUID(), part: 0, entity: 'items', items: [item] };
  await person.call(kit.importItems, { body: batch });
  const { status } = await person.send(kit.completeImport, { body: { id: batch.id, parts: 1 } });
  return status;
}
