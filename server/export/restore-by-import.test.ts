import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { uploadPhoto } from '#server/testing/backups.ts';
import { type ExportedItem, importExport, readExport } from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);

test('importing again restores items that were deleted after the import, on every device', async () => {
  const [ada, exported] = [await server.signUp(), await exportOfSomebody()];
  await importExport(ada, exported);
  const [two, one] = await listOf(ada);
  await ada.call(testItems.update, { params: { id: two?.id ?? '' }, body: { text: 'Changed' } });
  const { seq } = await ada.call(kit.changes, { query: { since: '0' } });
  for (const { id } of [one, two].filter((item) => item !== undefined))
    await ada.call(testItems.remove, { params: { id } });
  assert.deepEqual(await importExport(ada, exported), { added: 2, uploads: 1 });
  assert.deepEqual(comparable(await listOf(ada)), comparable([two, one].filter((x) => !!x)));
  const { changes } = await ada.call(kit.changes, { query: { since: String(seq) } });
  assert.deepEqual(changes.items?.deleted, []);
  const restored = changes.items?.items.find(({ id }) => id === two?.id);
  assert.ok((restored?.version ?? 0) > 2, 'a device that has version 2 accepts the restored one');
  assert.deepEqual(await importExport(ada, exported), { added: 0, uploads: 0 });
});

test('an item that was deleted and then imported exists once, even after it is restored', async () => {
  const ada = await server.signUp();
  const body = { text: 'Exported', photo_path: (await uploadPhoto(ada)).filePath };
  const { item } = await ada.call(testItems.create, { body });
  const exported = await readExport(ada);
  const query = { deletion: randomUUID() };
  await ada.call(testItems.remove, { params: { id: item.id }, query });
  assert.equal((await importExport(ada, exported)).added, 1);
  const restored = await ada.call(testItems.restore, { params: { id: item.id }, query });
  const { items } = await ada.call(testItems.list);
  assert.deepEqual(items, [restored.item]);
  assert.deepEqual([items[0]?.text, items[0]?.created_at], ['Exported', item.created_at]);
  await ada.call(kit.readFile, { params: { path: items[0]?.photo_path ?? '' } });
  assert.equal((await importExport(ada, exported)).added, 0);
});

test('an item and an earlier import of it are one item', async () => {
  const [ada, exported] = [await server.signUp(), await exportOfSomebody()];
  await importExport(ada, exported);
  const again = await readExport(ada);
  for (const { id } of await listOf(ada)) await ada.call(testItems.remove, { params: { id } });
  const items = [
    ...(again.everything.items.items ?? []),
    ...(exported.everything.items.items ?? []),
  ];
  const body = { id: randomUUID(), part: 0, entity: 'items', items: withoutPhotos(items) };
  await ada.call(kit.importItems, { body });
  const { added } = await ada.call(kit.completeImport, { body: { id: body.id, parts: 1 } });
  assert.equal(added, 2);
});

/** Exports an account with two items, one of which has a photo. */
async function exportOfSomebody() {
  const person = await server.signUp();
  const { filePath } = await uploadPhoto(person);
  await person.call(testItems.create, {
    body: { title: 'One', text: 'First', photo_path: filePath },
  });
  await person.call(testItems.create, { body: { title: 'Two', text: 'Second' } });
  return readExport(person);
}

const listOf = async (person: Person) => (await person.call(testItems.list)).items;

const comparable = (items: { title: unknown; text: unknown; created_at: string }[]) =>
  items.map(({ title, text, created_at }) => [title, text, created_at]);

const withoutPhotos = (items: ExportedItem[]) =>
  items.map((item) => ({ ...item, photo_path: null }));
