import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGE_MAX_BYTES } from '#server/http/page-bytes.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { type TestItem, testItems } from '#server/testing/items/contract.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { kit } from '#shared/endpoints.ts';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';

const { log, lines } = createMemoryLog();
const server = await startTestServer({ log });
after(server.stop);

// More than the buffers between server and client hold.
const MANY = 15_000;
const ROWS_AT_ONCE = 1000;
const reader = await server.signUp();
const manyItems = await insertItems(reader, MANY);

test('a list of any length is complete and newest first, also at page boundaries', async () => {
  for (const count of [
    0,
    1,
    PAGE_MAX_ROWS - 1,
    PAGE_MAX_ROWS,
    PAGE_MAX_ROWS + 1,
    2 * PAGE_MAX_ROWS,
    3_456,
  ]) {
    const person = await server.signUp();
    const written = await insertItems(person, count);
    const { items } = await person.call(testItems.list);
    assert.deepEqual(items, written, `${count} items`);
  }
});

test('items with the same time are neither lost nor repeated between pages', async () => {
  const person = await server.signUp();
  const written = await insertItems(person, 3 * PAGE_MAX_ROWS, () => '2026-01-01T00:00:00.000Z');
  assert.deepEqual((await person.call(testItems.list)).items, written);
});

test('the pages of a list add up to the whole list', async () => {
  const person = await server.signUp();
  const written = await insertItems(person, 25, () => '2026-01-01T00:00:00.000Z');
  for (const limit of ['1', '10', '25', '100', undefined]) {
    const read: TestItem[] = [];
    let before: string | undefined;
    do {
      const query = { ...(limit && { limit }), ...(before && { before }) };
      const { items, next } = await person.call(testItems.list, { query });
      read.push(...items);
      before = next ?? undefined;
    } while (before);
    assert.deepEqual(read, written, `limit ${limit}`);
  }
});

test('a page is limited in bytes and says where the next one starts', async () => {
  const person = await server.signUp();
  // Each character takes six bytes in JSON.
  const written = await insertItems(person, 60, undefined, '\u0001'.repeat(1000));
  const read: TestItem[] = [];
  let before: string | undefined;
  do {
    const query = { limit: '100', ...(before && { before }) };
    const { items, next } = await person.call(testItems.list, { query });
    assert.ok(items.length > 0 && Buffer.byteLength(JSON.stringify(items)) <= PAGE_MAX_BYTES);
    read.push(...items);
    before = next ?? undefined;
  } while (before);
  assert.deepEqual(read, written);
  assert.deepEqual((await person.call(testItems.list)).items, written);
});

test('an invalid limit or cursor gets 400', async () => {
  const person = await server.signUp();
  const queries: Record<string, string>[] = [
    { limit: '0' },
    { limit: '101' },
    { limit: 'x' },
    { before: 'x' },
    { before: '~' },
  ];
  for (const query of queries)
    assert.equal(
      (await person.error(testItems.list, { query })).status,
      400,
      JSON.stringify(query),
    );
});

test('HEAD for a long list gets no body', async () => {
  const person = await server.signUp();
  await insertItems(person, 3 * PAGE_MAX_ROWS);
  const response = await fetch(`${server.url}/api/items`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${person.token}` },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
});

test('other requests and changes work while a long list is being sent', async () => {
  const response = await startedList(reader);
  // The list has begun, and its end is not read from the database yet.
  await server.call(kit.health);
  const oldest = manyItems.at(-1) as TestItem;
  await reader.call(testItems.remove, { params: { id: oldest.id } });
  const { success, items } = JSON.parse(await text(response));
  assert.deepEqual([success, items.length], [true, MANY - 1]);
  assert.deepEqual(items, manyItems.slice(0, -1));
});

test('a client that disconnects in the middle of a list is not logged as an error', async () => {
  const before = lines.length;
  const response = await startedList(reader);
  response.destroy();
  await server.call(kit.health);
  for (let turns = 0; turns < 100; turns++) await nextTurn();
  assert.deepEqual(
    lines.slice(before).filter((line) => JSON.parse(line).err),
    [],
  );
});

test('an error in the middle of a list closes the connection, and its cause is logged with the request id', async () => {
  const response = await startedList(reader);
  await server.query.schema.alterTable('items').renameTo('elsewhere').execute();
  try {
    await assert.rejects(text(response), { code: 'ECONNRESET' });
  } finally {
    await server.query.schema
      .alterTable('elsewhere' as 'items')
      .renameTo('items')
      .execute();
  }
  // The list of the test before may still be read at this time, and then fails too.
  const id = response.headers['x-request-id'];
  const failures = lines
    .map((line) => JSON.parse(line))
    .filter(({ err, request_id }) => err && request_id === id);
  assert.equal(failures.length, 1);
  assert.match(failures[0].err.message, /items/);
  await (await server.signUp()).call(testItems.list);
});

/** Starts to receive a list. The server waits with the rest until the response is read. */
async function startedList({ token }: Person): Promise<IncomingMessage> {
  const outgoing = request({
    port: server.port,
    host: '127.0.0.1',
    path: '/api/items',
    headers: { Authorization: `Bearer ${token}` },
  });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  return response;
}

/** Inserts items into the database. Returns them in the order of the list. */
async function insertItems(
  { user }: Person,
  count: number,
  createdAt = (number: number) => new Date(1e12 + number * 1000).toISOString(),
  longText = 'ä"\\\n'.repeat(200),
): Promise<TestItem[]> {
  const items = Array.from({ length: count }, (_, number) => ({
    id: randomUUIDv7(),
    title: `Item ${number}`,
    text: longText,
    photo_path: null,
    created_at: createdAt(number),
    updated_at: createdAt(number),
    version: 1,
  }));
  await server.query.transaction().execute(async (query) => {
    for (let start = 0; start < count; start += ROWS_AT_ONCE)
      await query
        .insertInto('items')
        .values(
          items
            .slice(start, start + ROWS_AT_ONCE)
            .map((item) => ({ ...item, user_id: user.id, seq: 0 })),
        )
        .execute();
  });
  return items.sort((a, b) =>
    a.created_at === b.created_at
      ? b.id < a.id
        ? -1
        : 1
      : b.created_at.localeCompare(a.created_at),
  );
}
