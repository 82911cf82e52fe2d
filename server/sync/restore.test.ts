import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { uploadPhoto } from '#server/testing/backups.ts';
import { expireRestorable } from '#server/testing/expire-restorable.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('a deleted item is restored with its photo, its date and a new version', async () => {
  const item = await createWithPhoto();
  const path = item.photo_path ?? '';
  await ada.call(kit.readFile, { params: { path }, query: { w: '320' } });
  await remove(item.id);
  assert.equal((await ada.error(kit.readFile, { params: { path } })).status, 404);
  assert.equal((await ada.error(kit.signFile, { params: { path } })).status, 404);
  const { seq } = await ada.call(testItems.list);

  const restored = await ada.call(testItems.restore, { params: { id: item.id } });
  const { updated_at } = restored.item;
  assert.deepEqual(restored.item, { ...item, updated_at, version: item.version + 1 });
  assert.ok(updated_at > item.updated_at);
  await ada.call(kit.readFile, { params: { path } });
  await ada.call(kit.readFile, { params: { path }, query: { w: '320' } });
  const { changes } = await ada.call(kit.changes, { query: { since: String(seq) } });
  assert.deepEqual(changes.items, { items: [restored.item], deleted: [] });

  await server.running.wakeSweeper();
  await ada.call(kit.readFile, { params: { path } });
});

test('a repeated request returns the item unchanged, even if it was never deleted', async () => {
  const { id } = await create();
  const untouched = await ada.call(testItems.restore, { params: { id } });
  assert.equal(untouched.item.version, 1);
  const deletion = await remove(id);
  const [first, second] = await Promise.all([restore(id, deletion), restore(id, deletion)]);
  assert.deepEqual([first.status, second.status], [200, 200]);
  await ada.call(testItems.update, { params: { id }, body: { text: 'changed since' } });
  const again = await ada.call(testItems.restore, { params: { id }, query: { deletion } });
  assert.deepEqual([again.item.text, again.item.version], ['changed since', 3]);
});

test('a late request does not restore the item after another deletion', async () => {
  const { id } = await create();
  const first = await remove(id);
  assert.equal((await restore(id, first)).status, 200);
  const second = await remove(id);
  assert.equal((await restore(id, first)).status, 404);
  assert.equal((await restore(id, randomUUID())).status, 404);
  assert.equal((await restore(id, second.toUpperCase())).status, 200);
});

test('a late repetition of the deletion does not delete the restored item', async () => {
  const { id } = await create();
  const query = { version: '1', deletion: randomUUID() };
  await ada.call(testItems.remove, { params: { id }, query });
  await restore(id, query.deletion);
  assert.equal((await ada.error(testItems.remove, { params: { id }, query })).status, 409);
  assert.equal((await ada.call(testItems.restore, { params: { id } })).item.version, 2);
});

test('after ten minutes an item cannot be restored, and text and photo are removed', async () => {
  const { id, photo_path } = await createWithPhoto();
  const deletion = await remove(id);
  await server.running.wakeSweeper();
  assert.ok(await server.running.blobs.get(photo_path ?? ''));
  await expireRestorable(server.query);
  assert.equal((await restore(id, deletion)).status, 404);
  await server.running.wakeSweeper();
  assert.equal(await server.running.blobs.get(photo_path ?? ''), undefined);
  const [row] = (await server.everyRow('deletions')).filter((row) => row.id === id);
  assert.deepEqual([row?.kept_row, row?.kept_until], [null, null]);
  assert.equal((await restore(id, deletion)).status, 404);
});

test('an item whose photo is gone is restored without it', async () => {
  const { id, photo_path } = await createWithPhoto();
  await remove(id);
  await server.query
    .updateTable('files')
    .set({ kept_until: null })
    .where('path', '=', photo_path)
    .execute();
  assert.equal((await ada.call(testItems.restore, { params: { id } })).item.photo_path, null);
});

test('two items with the same photo can be deleted and restored in any order', async () => {
  const { filePath: photo_path } = await uploadPhoto(ada);
  const [one, other] = [await create({ photo_path }), await create({ photo_path })];
  for (const { id } of [one, other]) await remove(id);
  for (const { id } of [other, one]) {
    const { item } = await ada.call(testItems.restore, { params: { id } });
    assert.equal(item.photo_path, photo_path);
  }
  await ada.call(kit.readFile, { params: { path: photo_path } });
});

test('the photo of a deleted item is restored, although another item with the same photo gave it up', async () => {
  const clearPhoto = (id: string) =>
    ada.call(testItems.update, { params: { id }, body: { text: 'x', photo_path: null } });
  for (const giveUp of [clearPhoto, remove]) {
    const { filePath: photo_path } = await uploadPhoto(ada);
    const [deleted, other] = [await create({ photo_path }), await create({ photo_path })];
    await remove(deleted.id);
    await giveUp(other.id);
    await server.running.wakeSweeper();
    const { item } = await ada.call(testItems.restore, { params: { id: deleted.id } });
    assert.equal(item.photo_path, photo_path);
    await ada.call(kit.readFile, { params: { path: photo_path } });
  }
});

test('a deletion that is still restorable keeps its id from being created again', async () => {
  const { id } = await create();
  await remove(id);
  const bob = await server.signUp();
  for (const person of [ada, bob])
    assert.equal((await person.error(testItems.create, { body: { id, text: 'x' } })).status, 404);
  assert.equal((await bob.error(testItems.restore, { params: { id } })).status, 404);
  assert.equal((await ada.call(testItems.restore, { params: { id } })).item.text, 'Some text');
});

test('requests with wrong ids or deletions restore nothing', async () => {
  const { id } = await create();
  await remove(id);
  for (const wrong of ['x', randomUUID(), '%00', '../items', '__proto__'])
    assert.equal((await ada.error(testItems.restore, { params: { id: wrong } })).status, 404);
  for (const deletion of ['', 'x', '1 or 1=1', '\u0000'])
    assert.equal((await restore(id, deletion)).status, 400);
  assert.ok((await ada.call(testItems.list)).items.every((item) => item.id !== id));
});

async function create(values: { photo_path?: string | null } = {}) {
  return (await ada.call(testItems.create, { body: { text: 'Some text', ...values } })).item;
}

async function createWithPhoto() {
  return create({ photo_path: (await uploadPhoto(ada)).filePath });
}

/** Deletes an item. Returns the id of the deletion. */
async function remove(id: string) {
  const deletion = randomUUID();
  await ada.call(testItems.remove, { params: { id }, query: { deletion } });
  return deletion;
}

const restore = (id: string, deletion: string) =>
  ada.send(testItems.restore, { params: { id }, query: { deletion } });
