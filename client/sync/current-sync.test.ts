import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { clearSessionOf, signIn, signOut } from '#client/session/session.ts';
import { ada } from '#client/testing/ada.ts';
import { defineGlobals, installFakeBrowser } from '#client/testing/fake-browser.ts';
import { tasks } from '#client/testing/task-kind.ts';
import { currentSync, localDatabase, startSync } from './current-sync.ts';
import { sendUnsent } from './unsent.ts';

const browser = installFakeBrowser();
// A real one would keep the process alive.
defineGlobals({
  BroadcastChannel: class extends EventTarget {
    postMessage() {}
  },
  fetch: () => Promise.reject(new TypeError('No network')),
});

test('a session that ends while syncing starts is not stored', async () => {
  signIn('token', ada);
  const starting = startSync();
  signOut();
  await starting;
  assert.deepEqual(await (await localDatabase()).readUsers(), []);
});

test('a second caller waits while syncing is already starting', async () => {
  signIn('token', ada);
  void startSync();
  await startSync();
  assert.equal(currentSync.get()?.userId, ada.id);
  signOut();
});

test('with a full disk, stored data is still shown and sent', async (t) => {
  t.mock.method(IDBObjectStore.prototype, 'put', () => {
    throw new DOMException('', 'QuotaExceededError');
  });
  signIn('token', ada);
  await new Promise<void>((resolve) => currentSync.subscribe(resolve));
  assert.equal(currentSync.get()?.userId, ada.id);
});

test('uploads end when the device reports that it is offline', (t) => {
  const sync = currentSync.get();
  assert.ok(sync);
  const { mock } = t.mock.method(sync, 'interrupt');
  const report = (onLine: boolean) => {
    browser.navigator.onLine = onLine;
    dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  };
  report(false);
  assert.equal(mock.callCount(), 1);
  report(true);
  assert.equal(mock.callCount(), 1);
});

test('changes count as unsent if syncing cannot start', async () => {
  const outbox = currentSync.get()?.outbox;
  const fields = { title: 'Title', content: 'Content' };
  await outbox?.save(tasks, { id: 'one', fields, photo: { kind: 'none' } });
  clearSessionOf(ada.email);
  assert.deepEqual(await sendUnsent(ada.id), { changes: 1, drafts: 0 });
});
