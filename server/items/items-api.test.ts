import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { type TestItem, testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();
const bob = await server.signUp();

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('a new item has an id, both times, version 1 and no photo', async () => {
  const { item } = await ada.call(testItems.create, {
    body: { title: 'Groceries', text: 'Bread\nand butter' },
  });
  const { id, created_at, updated_at, ...rest } = item;
  assert.match(id, UUIDV7);
  assert.match(created_at, ISO_UTC);
  assert.equal(updated_at, created_at);
  assert.deepEqual(rest, {
    title: 'Groceries',
    text: 'Bread\nand butter',
    photo_path: null,
    version: 1,
  });
});

test('items are ordered newest first, and by id if their times are equal', async () => {
  const person = await server.signUp();
  const created: TestItem[] = [];
  for (const text of ['first', 'second', 'third', 'fourth'])
    created.push((await person.call(testItems.create, { body: { text } })).item);
  const [first, second, third, fourth] = created.map(({ id }) => id);
  await server.query
    .updateTable('items')
    .set({ created_at: '2030-01-01T00:00:00.000Z' })
    .where('id', 'in', [first, third] as string[])
    .execute();
  const { items } = await person.call(testItems.list);
  assert.deepEqual(
    items.map(({ id }) => id),
    [third, first, fourth, second],
  );
});

test('a list contains only the user’s own items and is empty at first', async () => {
  const person = await server.signUp();
  await ada.call(testItems.create, { body: { text: 'mine' } });
  assert.deepEqual(await person.call(testItems.list), { items: [], seq: 0 });
});

test('a change increases version and updated_at, and keeps id and created_at', async () => {
  const before = await create();
  const { item } = await ada.call(testItems.update, {
    params: { id: before.id },
    body: { title: ' New title ', text: ' New text ' },
  });
  assert.ok(item.updated_at >= before.updated_at);
  assert.deepEqual(item, {
    ...before,
    title: 'New title',
    text: ' New text ',
    version: 2,
    updated_at: item.updated_at,
  });
  assert.deepEqual(await find(item.id), item);
});

test('a list has the number of the latest change, from which the changes continue', async () => {
  const person = await server.signUp();
  const { item } = await person.call(testItems.create, { body: { text: 'one' } });
  const { seq } = await person.call(testItems.list);
  await person.call(testItems.remove, { params: { id: item.id } });
  const { changes } = await person.call(kit.changes, { query: { since: String(seq) } });
  assert.deepEqual(changes, { items: { items: [], deleted: [item.id] } });
});

test('a deleted item is not found, and deleting it again gets 404', async () => {
  const { id } = await create();
  assert.deepEqual(await ada.call(testItems.remove, { params: { id } }), {});
  assert.equal(await find(id), undefined);
  assert.equal((await ada.error(testItems.remove, { params: { id } })).status, 404);
  const body = { text: 'x' };
  assert.equal((await ada.error(testItems.update, { params: { id }, body })).status, 404);
});

test('another user gets 404 for an item, as if it did not exist, and nothing changes', async () => {
  const item = await create();
  const missing = randomUUID();
  const body = { text: 'hacked', version: 1 };
  const requests = [
    [testItems.update, { params: { id: item.id }, body }],
    [testItems.update, { params: { id: missing }, body }],
    [testItems.remove, { params: { id: item.id } }],
    [testItems.remove, { params: { id: missing } }],
    [testItems.create, { body: { ...body, id: item.id } }],
  ] as const;
  for (const [endpoint, options] of requests) {
    const { status, error, conflict } = await bob.error(endpoint, options);
    assert.deepEqual([status, error, conflict], [404, 'Not found.', undefined]);
  }
  assert.deepEqual((await bob.call(testItems.list)).items, []);
  assert.deepEqual(await find(item.id), item);
});

test('an id that is not a UUID, and %00, get 404', async () => {
  const authorization = { Authorization: `Bearer ${ada.token}` };
  const ids = ['1', 'x', '%00', '..%2f..', '%ff', '%', `${randomUUID()}%00`, `${randomUUID()}x`];
  for (const id of ids) {
    const path = `/api/items/${id}`;
    const change = await sendRawRequest(server.port, path, {
      method: 'PUT',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: '{"text":"x"}',
    });
    assert.equal(change.status, 404, id);
    assert.equal(JSON.parse(change.text).success, false);
    const removal = await sendRawRequest(server.port, path, {
      method: 'DELETE',
      headers: authorization,
    });
    assert.equal(removal.status, 404, id);
  }
});

test('an id works in upper case too', async () => {
  const { id } = await create();
  await ada.call(testItems.remove, { params: { id: id.toUpperCase() } });
  assert.equal(await find(id), undefined);
});

test('creating an item with the same id again returns the existing item', async () => {
  const id = randomUUID();
  const first = await ada.call(testItems.create, { body: { id, text: 'once' } });
  const again = await ada.call(testItems.create, {
    body: { id: id.toUpperCase(), text: 'twice' },
  });
  assert.equal(first.item.id, id);
  assert.deepEqual(again.item, first.item);
  assert.ok(again.seq > first.seq);
  assert.deepEqual(await find(id), first.item);
});

test('10 concurrent requests with the same id create one item', async () => {
  const id = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      ada.call(testItems.create, { body: { id, text: `try ${number}` } }),
    ),
  );
  const item = await find(id);
  for (const outcome of outcomes) assert.deepEqual(outcome.item, item);
});

test('a change without photo_path keeps the photo, with null removes it', async () => {
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const { item } = await ada.call(testItems.create, {
    body: { text: 'x', photo_path: filePath },
  });
  const { id } = item;
  assert.equal(item.photo_path, filePath);
  const unchanged = await ada.call(testItems.update, {
    params: { id },
    body: { text: 'a' },
  });
  assert.equal(unchanged.item.photo_path, filePath);
  const removed = await ada.call(testItems.update, {
    params: { id },
    body: { text: 'b', photo_path: null },
  });
  assert.equal(removed.item.photo_path, null);
});

test('user_id, created_at, updated_at and version in a new item are ignored', async () => {
  const { item } = await ada.call(testItems.create, {
    body: {
      text: 'x',
      user_id: bob.user.id,
      created_at: '1999-01-01T00:00:00.000Z',
      updated_at: '1999-01-01T00:00:00.000Z',
      version: 7,
    },
  });
  assert.equal(item.version, 1);
  assert.ok(item.created_at > '2020');
  const { item: changed } = await ada.call(testItems.update, {
    params: { id: item.id },
    body: { text: 'y', user_id: bob.user.id, created_at: '1999', id: randomUUID() },
  });
  assert.deepEqual([changed.id, changed.created_at], [item.id, item.created_at]);
  assert.deepEqual((await bob.call(testItems.list)).items, []);
});

test('markup in an item is stored unchanged', async () => {
  const text = '<img src=x onerror=alert(1)> & "quotes" \u{1F469}\u200d\u{1F680} \u202etext';
  const { item } = await ada.call(testItems.create, { body: { title: text, text } });
  const listed = await find(item.id);
  assert.deepEqual([listed?.title, listed?.text], [text, text]);
});

async function create() {
  return (await ada.call(testItems.create, { body: { title: 'Title', text: 'Content' } })).item;
}

async function find(id: string) {
  return (await ada.call(testItems.list)).items.find((item) => item.id === id);
}
