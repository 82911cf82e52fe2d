import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addPhotoItems, beginExport } from '#server/testing/exports.ts';
import { type Person, startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { EXPORTS_AT_ONCE_PER_USER } from './exports.ts';

const EXPORTS_PER_HOUR = 40;
const IMPORTS_PER_HOUR = 20;

const server = await startTestServer({
  env: { PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example', TRUST_PROXY: '1' },
});
after(server.stop);

test('visitors of a public demo do not use up each other’s exports and imports', async () => {
  const everyone = await sharedAccount();
  const [one, other] = ['203.0.113.1', '203.0.113.2'].map(from);
  for (let count = 0; count < EXPORTS_PER_HOUR; count++) await everyone.call('signExport', one);
  assert.equal((await everyone.error('signExport', one)).status, 429);
  await everyone.call('signExport', other);

  for (let count = 0; count < IMPORTS_PER_HOUR; count++)
    assert.equal(await importSomething(everyone, one), 200);
  assert.equal(await importSomething(everyone, one), 429);
  assert.equal(await importSomething(everyone, other), 200);
});

test('visitors of a public demo do not take each other’s places for exports', async () => {
  const everyone = await sharedAccount();
  await addPhotoItems(everyone);
  const [one, other] = ['203.0.113.3', '203.0.113.4'];
  const sockets = await Promise.all(
    Array.from({ length: EXPORTS_AT_ONCE_PER_USER }, () =>
      beginExport(server.port, everyone.token, `X-Forwarded-For: ${one}\r\n`),
    ),
  );
  assert.equal((await everyone.error('exportData', from(one))).status, 429);
  await everyone.call('exportData', from(other));
  for (const socket of sockets) socket.destroy();
});

test('the other accounts of a public demo are limited per account', async () => {
  const ada = await server.signUp();
  for (let count = 0; count < EXPORTS_PER_HOUR; count++)
    await ada.call('signExport', from(`203.0.113.${count}`));
  assert.equal((await ada.error('signExport', from('203.0.113.99'))).status, 429);
});

test('exports are limited per hour, and imports that have batches to add', async (t) => {
  const production = await startProductionServer();
  t.after(production.stop);
  const [ada, bob] = [await production.signUp(), await production.signUp()];
  for (let count = 0; count < EXPORTS_PER_HOUR; count++) await ada.call('signExport');
  assert.equal((await ada.error('exportData')).status, 429);
  await bob.call('signExport');

  for (let count = 0; count <= IMPORTS_PER_HOUR; count++) {
    const body = { id: randomUUID(), parts: 1 };
    assert.equal((await ada.error('completeImport', { body })).status, 409);
  }
  for (let count = 0; count < IMPORTS_PER_HOUR; count++)
    assert.equal(await importSomething(ada), 200);
  assert.equal(await importSomething(ada), 429);
  assert.equal(await importSomething(bob), 200);
});

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Creates an account that all visitors use. */
async function sharedAccount() {
  const person = await server.signUp();
  await server.query.insertInto('demo_accounts').values({ user_id: person.user.id }).execute();
  return person;
}

/** Imports one item. Returns the status of its completion. */
async function importSomething(person: Person, options: ReturnType<typeof from> | object = {}) {
  const time = '2026-01-31T09:30:00.000Z';
  const dates = { created_at: time, updated_at: time };
  const item = { id: randomUUID(), title: '', text: 'x', photo_path: null, ...dates };
  const batch = { id: randomUUID(), part: 0, entity: 'items', items: [item] };
  await person.call('importItems', { ...options, body: batch });
  const { status } = await person.send('completeImport', {
    ...options,
    body: { id: batch.id, parts: 1 },
  });
  return status;
}
