import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { fromNow } from '#server/clock/clock.ts';
import type { ExportedItem, ReadExport } from '#server/testing/exports.ts';
import { importExport, readExport, stageItems } from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { asForm, picture } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { exportErrors } from '#shared/export-messages.ts';

const ITEMS_MAX = 60;

const server = await startTestServer({ env: { MAX_ITEMS_PER_USER: String(ITEMS_MAX) } });
after(server.stop);

/** Creates an account with two items, one of which has a photo, and exports it. */
async function exportOfSomebody() {
  const person = await server.signUp();
  const form = asForm(await picture('png', 33, 21));
  const photo_path = (await person.call(kit.upload, { body: form })).filePath;
  await person.call(testItems.create, { body: { title: 'One', text: 'First', photo_path } });
  await person.call(testItems.create, { body: { title: 'Two', text: 'Second' } });
  return { person, exported: await readExport(person) };
}

const listOf = async (person: Person) => (await person.call(testItems.list)).items;
const comparable = (items: { title: unknown; text: unknown; created_at: string }[]) =>
  items.map(({ title, text, created_at }) => [title, text, created_at]);

test('an import into an empty account gives equal texts, dates and photos under other ids', async () => {
  const { person, exported } = await exportOfSomebody();
  const ada = await server.signUp();
  assert.deepEqual(await importExport(ada, exported), { added: 2, uploads: 1 });
  const [before, imported] = [await listOf(person), await listOf(ada)];
  assert.deepEqual(comparable(imported), comparable(before));
  assert.deepEqual(
    imported.map(({ updated_at, version }) => [updated_at, version]),
    before.map(({ updated_at }) => [updated_at, 1]),
  );
  assert.ok(imported.every(({ id }) => !before.some((other) => other.id === id)));
  const path = imported[1]?.photo_path ?? '';
  const { width, height } = await sharp(
    await ada.call(kit.readFile, { params: { path } }),
  ).metadata();
  assert.deepEqual([width, height], [33, 21]);
});

test('importing twice adds nothing and uploads nothing', async () => {
  const { exported } = await exportOfSomebody();
  const ada = await server.signUp();
  await importExport(ada, exported);
  const before = await server.rowsOf(ada.user.id, ['items', 'files']);
  assert.deepEqual(await importExport(ada, exported), { added: 0, uploads: 0 });
  assert.deepEqual(await server.rowsOf(ada.user.id, ['items', 'files']), before);
});

test('an import into the account that was exported adds nothing', async () => {
  const { person, exported } = await exportOfSomebody();
  assert.deepEqual(await importExport(person, exported), { added: 0, uploads: 0 });
});

test('an interrupted import is finished by importing again, without duplicates', async () => {
  const { exported } = await exportOfSomebody();
  const ada = await server.signUp();
  const { photos } = await stageItems(ada, exported.everything.items);
  const photo = exported.files[exported.everything.items.items?.[1]?.photo_file ?? ''];
  for (const id of photos.values())
    await ada.call(kit.upload, { query: { id }, body: asForm(photo as Uint8Array) });
  assert.equal((await listOf(ada)).length, 0, 'nothing is visible before the end');
  assert.deepEqual(await importExport(ada, exported), { added: 2, uploads: 1 });
  assert.equal((await listOf(ada)).length, 2);
  assert.equal((await server.rowsOf(ada.user.id, ['files'])).length, 1);
  assert.equal((await server.rowsOf(ada.user.id, ['imports'])).length, 0);
});

test('devices receive every imported item as a change', async () => {
  const ada = await server.signUp();
  await importExport(ada, manyItems(ITEMS_MAX));
  const { changes, more } = await ada.call(kit.changes, { query: { since: '0' } });
  assert.equal(changes.items?.items.length, ITEMS_MAX);
  assert.equal(more, false);
});

test('an import beyond the limit adds nothing and is rejected before photos are uploaded', async () => {
  const ada = await server.signUp();
  await ada.call(testItems.create, { body: { text: 'mine' } });
  const list = manyItems(ITEMS_MAX).everything.items.items ?? [];
  const id = randomUUID();
  await ada.call(kit.importItems, { body: batch(id, 0, list.slice(0, 30)) });
  const { status, error } = await ada.error(kit.importItems, {
    body: batch(id, 1, list.slice(30)),
  });
  assert.deepEqual([status, error], [403, exportErrors.importRoom(ITEMS_MAX)]);
  assert.equal((await listOf(ada)).length, 1);
  await ada.call(kit.importItems, { body: batch(id, 1, list.slice(31)) });
  await ada.call(testItems.create, { body: { text: 'meanwhile' } });
  const late = await ada.error(kit.completeImport, { body: { id, parts: 2 } });
  assert.equal(late.status, 403);
  assert.equal((await listOf(ada)).length, 2);
});

test('an import with a missing batch or photo adds nothing', async () => {
  const { exported } = await exportOfSomebody();
  const ada = await server.signUp();
  const { id, parts } = await stageItems(ada, exported.everything.items);
  for (const [body, error] of [
    [{ id, parts: parts + 1 }, exportErrors.importIncomplete],
    [{ id: randomUUID(), parts }, exportErrors.importIncomplete],
    [{ id, parts }, exportErrors.importPhotoMissing],
  ] as const) {
    const outcome = await ada.error(kit.completeImport, { body });
    assert.deepEqual([outcome.status, outcome.error], [409, error]);
  }
  assert.equal((await listOf(ada)).length, 0);
});

test('a new import replaces an uncompleted one, and a resent batch replaces its first version', async () => {
  const ada = await server.signUp();
  const [first, second] = [randomUUID(), randomUUID()];
  await ada.call(kit.importItems, { body: batch(first, 0, [newItem()]) });
  await ada.call(kit.importItems, { body: batch(second, 0, [newItem()]) });
  await ada.call(kit.importItems, { body: batch(second, 0, [newItem({ text: 'Again' })]) });
  assert.equal(
    (await ada.error(kit.completeImport, { body: { id: first, parts: 1 } })).status,
    409,
  );
  assert.deepEqual(await ada.call(kit.completeImport, { body: { id: second, parts: 1 } }), {
    added: 1,
  });
  assert.deepEqual(
    (await listOf(ada)).map(({ text }) => text),
    ['Again'],
  );
});

test('a repeated completion adds the items only once and gets the same response, even later', async () => {
  const ada = await server.signUp();
  const item = newItem();
  const id = randomUUID();
  await ada.call(kit.importItems, { body: batch(id, 0, [item, item]) });
  const complete = () => ada.call(kit.completeImport, { body: { id, parts: 1 } });
  const answers = await Promise.all([complete(), complete(), complete()]);
  await ada.call(testItems.create, { body: { text: 'Later' } });
  for (const answer of [...answers, await complete()]) assert.deepEqual(answer, { added: 1 });
  assert.equal((await listOf(ada)).length, 2);
  // Later parts are a new import, even with the same id.
  await ada.call(kit.importItems, { body: batch(id, 0, [newItem()]) });
  assert.equal((await ada.error(kit.completeImport, { body: { id, parts: 2 } })).status, 409);
});

test('a batch is rejected as a whole if anything in it is invalid', async () => {
  const ada = await server.signUp();
  const id = randomUUID();
  for (const [change, message] of [
    [{ text: '' }, /Text is required/],
    [{ text: 'a\u0000b' }, /cannot be saved/],
    [{ title: 'x'.repeat(101) }, /at most 100 characters/],
    [{ id: '1' }, /UUID/],
    [{ created_at: '2026-11-17' }, /time in UTC/],
    [{ created_at: '2026-02-31T00:00:00.000Z' }, /time in UTC/],
    [{ updated_at: null }, /time in UTC/],
    [{ text: undefined }, /Text is required/],
    [{ updated_at: undefined }, /time in UTC/],
    [{ photo_path: undefined }, /photo/],
    [{ created_at: fromNow({ days: 2 }) }, /future/],
    [{ photo_path: '../../etc/passwd' }, /photo/],
    [{ photo_path: 5 }, /photo/],
  ] as [object, RegExp][]) {
    const body = batch(id, 0, [newItem(), { ...newItem(), ...change }]);
    const { status, fields } = await ada.error(kit.importItems, { body });
    assert.equal(status, 400);
    assert.match(fields?.items ?? '', message);
  }
  for (const body of [
    batch(id, 0, []),
    batch(id, 0, manyItems(51).everything.items.items ?? []),
    batch(id, -1, [newItem()]),
    { ...batch(id, 0, [newItem()]), entity: 'users' },
    { ...batch(id, 0, [newItem()]), entity: '__proto__' },
    { ...batch(id, 0, [newItem()]), items: { length: 1 } },
    { ...batch(id, 0, [newItem()]), items: [null] },
  ])
    assert.equal((await ada.error(kit.importItems, { body })).status, 400, JSON.stringify(body));
  assert.equal((await server.rowsOf(ada.user.id, ['imports'])).length, 0);
});

test('a part of an import may be larger than the body of a new item, so that it has room for any item', async () => {
  const ada = await server.signUp();
  const text = '字'.repeat(1000);
  const items = Array.from({ length: 23 }, () => newItem({ text }));
  const body = batch(randomUUID(), 0, items);
  await ada.call(kit.importItems, { body });
  const more = { ...body, items: [...items, ...items] };
  assert.equal((await ada.error(kit.importItems, { body: more })).status, 413);
});

test('an import sets only what a user may set', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const { item: ofBob } = await bob.call(testItems.create, { body: { text: 'Of Bob' } });
  const { filePath } = await bob.call(kit.upload, { body: asForm(await picture()) });
  const id = randomUUID();
  const stolen = { ...newItem(), id: ofBob.id, user_id: bob.user.id, version: 99, seq: 1e9 };
  await ada.call(kit.importItems, { body: batch(id, 0, [stolen]) });
  await ada.call(kit.completeImport, { body: { id, parts: 1 } });
  const [imported] = await listOf(ada);
  assert.notEqual(imported?.id, ofBob.id);
  assert.equal(imported?.version, 1);
  assert.deepEqual(await listOf(bob), [ofBob]);
  await ada.call(kit.importItems, { body: batch(id, 0, [newItem({ photo_path: filePath })]) });
  assert.equal((await ada.error(kit.completeImport, { body: { id, parts: 1 } })).status, 409);
});

test('uncompleted imports are deleted', async () => {
  const ada = await server.signUp();
  await ada.call(kit.importItems, { body: batch(randomUUID(), 0, [newItem()]) });
  await server.running.imports.sweep(server.query);
  assert.equal((await server.rowsOf(ada.user.id, ['imports'])).length, 1);
  await server.query
    .updateTable('imports')
    .set({ created_at: fromNow({ hours: -25 }) })
    .execute();
  await server.running.imports.sweep(server.query);
  assert.equal(await server.count('imports'), 0);
});

function newItem(fields: object = {}): ExportedItem {
  const time = '2020-05-01T12:00:00.000Z';
  const dates = { created_at: time, updated_at: time };
  const photo = { photo_path: null, photo_file: null };
  return { id: randomUUID(), title: '', text: 'Text', ...photo, ...dates, ...fields };
}

function manyItems(count: number): ReadExport {
  const items = Array.from({ length: count }, (_, number) => newItem({ text: `Text ${number}` }));
  return { files: {}, everything: { format: 1, account: {}, items: { items } } };
}

const batch = (id: string, part: number, items: object[]) => ({
  id,
  part,
  entity: 'items',
  items: items as Record<string, unknown>[],
});
