import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { events } from '#client/testing/event-kind.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import type { ItemKind } from '#shared/items.ts';
import { callEndpoint } from './api.ts';

beforeEach(() => installFakeBrowser().localStorage.setItem('app_token', 'token'));
afterEach(() => mock.restoreAll());

const id = 'a/b';
const deletion = 'c';

/** Answers the next request. Returns a function that returns that request. */
function answer(status: number, body: object) {
  const fetched = mock.method(globalThis, 'fetch', async (_: string, _init: RequestInit) =>
    Response.json(body, { status }),
  );
  return () => {
    const [address, init] = fetched.mock.calls[0]?.arguments ?? [];
    return { address, ...init };
  };
}

test('a call sends what the definition says, and returns the item', async () => {
  const requestOf = answer(201, { success: true, event: { id }, seq: 7 });
  const fields = { title: 'Concert', seats: 80 };
  const result = await callEndpoint(events.create, { body: fields });
  assert.equal(result.success && result.event.id, id);
  assert.equal(result.success && result.seq, 7);
  const { address, method, headers, body } = requestOf();
  assert.equal(`${method} ${address}`, 'POST /api/events');
  assert.deepEqual(headers, { Authorization: 'Bearer token', 'Content-Type': 'application/json' });
  assert.deepEqual(JSON.parse(String(body)), fields);
});

test('a call that is rejected as outdated returns the current item', async () => {
  const current = { id, title: 'Concert' };
  const requestOf = answer(409, { success: false, error: 'Changed', event: current });
  const query = { version: '1', deletion };
  const result = await callEndpoint(events.remove, { params: { id }, query });
  assert.equal(!result.success && result.conflict?.event.title, 'Concert');
  assert.equal(requestOf().address, '/api/events/a%2Fb?version=1&deletion=c');
});

test("a call that fails without a message shows the definition's message", async () => {
  answer(502, {});
  const result = await callEndpoint(events.restore, { params: { id }, query: { deletion } });
  assert.equal(!result.success && result.error, 'Failed to restore event');
});

test('the definition may be known only at run time', async () => {
  const kind: ItemKind = events;
  answer(200, { success: true, [kind.many]: [], seq: 7 });
  const result = await callEndpoint(kind.list);
  assert.deepEqual(result.success && result[kind.many], []);
});
