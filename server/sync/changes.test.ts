import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { now } from '#server/clock/clock.ts';
import { PAGE_MAX_BYTES } from '#server/http/page-bytes.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);

test('changes after a number contain created, updated and deleted items, each with its latest state', async () => {
  const ada = await server.signUp();
  const first = await create(ada, 'first');
  const { seq } = await changesSince(ada, 0);
  const second = await create(ada, 'second');
  await ada.call(testItems.update, { params: { id: first.id }, body: { text: 'first, again' } });
  await ada.call(testItems.update, { params: { id: first.id }, body: { text: 'first, changed' } });
  const third = await create(ada, 'third');
  await ada.call(testItems.remove, { params: { id: third.id } });

  const { changes, ...rest } = await changesSince(ada, seq);
  assert.deepEqual(texts(changes.items), ['second', 'first, changed']);
  assert.deepEqual(changes.items?.deleted, [third.id]);
  assert.deepEqual(rest, { seq: seq + 5, more: false, reset: false });
  assert.deepEqual(
    Object.keys(changes.items?.items[0] ?? {}).sort(),
    Object.keys(second).sort(),
    'an item is sent as in its own responses',
  );
  assert.deepEqual((await changesSince(ada, seq + 5)).changes.items, { items: [], deleted: [] });
});

test('nobody gets another user’s changes', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const { id } = await create(ada, 'private');
  await ada.call(testItems.remove, { params: { id } });
  await create(ada, 'private too');
  const { changes, seq } = await changesSince(bob, 0);
  assert.deepEqual(changes.items, { items: [], deleted: [] });
  assert.equal(seq, 0);
  assert.equal((await server.error(kit.changes, { query: { since: '0' } })).status, 401);
});

test('many changes come in pages, without gaps or repetition', async () => {
  const ada = await server.signUp();
  const created = await insertItems(ada, 450);
  for (const { id } of created.slice(0, 3)) await ada.call(testItems.remove, { params: { id } });
  const more = await insertItems(ada, 250);

  const items: string[] = [];
  const deleted: string[] = [];
  let pages = 0;
  for (let since = 0, isCutOff = true; isCutOff; pages++) {
    const page = await changesSince(ada, since);
    items.push(...texts(page.changes.items));
    deleted.push(...(page.changes.items?.deleted ?? []));
    assert.ok(page.seq > since, 'every page makes progress');
    ({ seq: since, more: isCutOff } = page);
  }
  const rest = [...created.slice(3), ...more];
  assert.deepEqual(
    items,
    rest.map(({ text }) => text),
  );
  assert.deepEqual(
    deleted,
    created.slice(0, 3).map(({ id }) => id),
  );
  assert.ok(pages > 2);
});

test('a page of changes is limited in bytes, and the pages are complete', async () => {
  const ada = await server.signUp();
  // Each character takes six bytes in JSON.
  const created = await insertItems(ada, 60, (number) => `${number}${'\u0001'.repeat(990)}`);
  for (const { id } of created.slice(0, 3)) await ada.call(testItems.remove, { params: { id } });

  const items: string[] = [];
  const deleted: string[] = [];
  for (let since = 0, isCutOff = true; isCutOff; ) {
    const page = await changesSince(ada, since);
    const read = page.changes.items ?? { items: [], deleted: [] };
    assert.ok(Buffer.byteLength(JSON.stringify(page)) < PAGE_MAX_BYTES + 1024);
    assert.ok(page.seq > since, 'every page makes progress');
    items.push(...texts(read));
    deleted.push(...read.deleted);
    ({ seq: since, more: isCutOff } = page);
  }
  assert.deepEqual(
    items,
    created.slice(3).map(({ text }) => text),
  );
  assert.deepEqual(
    deleted,
    created.slice(0, 3).map(({ id }) => id),
  );
});

test('removing a photo is a change of every item that shared it', async () => {
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const shared = [await create(ada, 'one', filePath), await create(ada, 'two', filePath)];
  const { seq } = await changesSince(ada, 0);
  await ada.call(kit.deleteFile, { params: { path: filePath } });

  const { changes } = await changesSince(ada, seq);
  const changed = changes.items?.items ?? [];
  assert.deepEqual(changed.map(({ id }) => id).sort(), shared.map(({ id }) => id).sort());
  for (const item of changed) assert.deepEqual([item.photo_path, item.version], [null, 2]);
  const rows = (await server.everyRow('items')).filter(({ user_id }) => user_id === ada.user.id);
  assert.equal(new Set(rows.map((row) => row.seq)).size, 2, 'each row has a number of its own');
  await create(ada, 'three');
  assert.deepEqual(texts((await changesSince(ada, (await latest(ada)) - 1)).changes.items), [
    'three',
  ]);
});

test('concurrent writes of one user get different numbers, and a reader in between misses none', async () => {
  const ada = await server.signUp();
  const seen = new Set<string>();
  let since = 0;
  const writes = Array.from({ length: 40 }, (_, number) => create(ada, `item ${number}`));
  let written = false;
  const all = Promise.all(writes).then(() => {
    written = true;
  });
  for (let done = false; !done; ) {
    done = written;
    const page = await changesSince(ada, since);
    for (const text of texts(page.changes.items)) seen.add(text);
    since = page.seq;
  }
  await all;
  assert.equal(seen.size, 40);
});

test('a malformed number gets 400, and one from the future gets a reset', async () => {
  const ada = await server.signUp();
  for (const since of ['', '-1', '1.5', '1e3', 'x', ' 1', '9'.repeat(16), '0x10', '１'])
    assert.equal((await ada.error(kit.changes, { query: { since } })).status, 400, since);
  assert.equal((await ada.error(kit.changes)).status, 400);
  await create(ada, 'one');
  assert.deepEqual(await changesSince(ada, 999_999_999_999_999), {
    changes: {},
    seq: 1,
    more: false,
    reset: true,
  });
});

test('an upload with an id that was used before gets the same path and stores no second photo', async () => {
  const ada = await server.signUp();
  const id = randomUUID();
  const upload = async (person: Person) =>
    person.call(kit.upload, { query: { id }, body: await pictureUpload() });
  const { filePath } = await upload(ada);
  const before = await server.count('files');
  assert.equal((await upload(ada)).filePath, filePath);
  assert.equal(await server.count('files'), before);

  const [one, other] = await Promise.all([upload(ada), upload(ada)]);
  assert.equal(one.filePath, other.filePath);
  const bob = await server.signUp();
  assert.notEqual((await upload(bob)).filePath, filePath, 'ids of other people do not matter');

  await ada.call(kit.deleteFile, { params: { path: filePath } });
  assert.notEqual((await upload(ada)).filePath, filePath, 'a deleted photo can be uploaded again');
  const wrong = { query: { id: 'no-uuid' }, body: await pictureUpload() };
  assert.equal((await ada.error(kit.upload, wrong)).status, 400);
});

async function create(person: Person, text: string, photo_path: string | null = null) {
  const { item } = await person.call(testItems.create, {
    body: { id: randomUUID(), text, photo_path },
  });
  return item;
}

/** Inserts items directly, which is faster, each with its own number. */
function insertItems(
  { user }: Person,
  count: number,
  textOf = (number: number) => `item ${number}`,
) {
  return server.query.transaction().execute(async (query) => {
    const first = await server.running.sync.changes.reserve(query, user.id, count);
    const items = Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      user_id: user.id,
      title: '',
      text: textOf(first + index),
      photo_path: null,
      version: 1,
      created_at: now(),
      updated_at: now(),
      seq: first + index,
    }));
    await query.insertInto('items').values(items).execute();
    return items;
  });
}

function changesSince(person: Person, since: number) {
  return person.call(kit.changes, { query: { since: String(since) } });
}

async function latest(person: Person) {
  return (await changesSince(person, 0)).seq;
}

const texts = (changes?: { items: Record<string, unknown>[] }) =>
  (changes?.items ?? []).map(({ text }) => String(text));
