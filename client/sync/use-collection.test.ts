import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { signIn } from '#client/session/session.ts';
import { ada } from '#client/testing/ada.ts';
import { defineGlobals, installFakeBrowser } from '#client/testing/fake-browser.ts';
import { runHook } from '#client/testing/run-hook.ts';
import { tasks } from '#client/testing/task-kind.ts';
import { itemKinds } from '#features/contract.ts';
import type { ItemKind } from '#shared/items.ts';
import { currentSync, pauseSync, startSync } from './current-sync.ts';
import { useCollection } from './use-collection.ts';

(itemKinds as unknown as ItemKind[]).push(tasks);
installFakeBrowser();
const listRequested = Promise.withResolvers<void>();
defineGlobals({
  // A real one would keep the process alive.
  BroadcastChannel: class extends EventTarget {
    postMessage() {}
  },
  async fetch(address: string) {
    if (address.endsWith(tasks.list.path)) listRequested.resolve();
    throw new TypeError('No network');
  },
});
signIn('token', ada);

test('a screen that shows items syncs them while it is open, even if it is public', {
  timeout: 10_000,
}, async () => {
  const close = runHook(() => useCollection(tasks, () => {}));
  await listRequested.promise;
  assert.equal(await currentSync.get()?.send(), 'sent');
  close();
  assert.equal(await currentSync.get()?.send(), 'unreachable');
});

test('a private screen keeps syncing after a part of it that shows items is closed', async () => {
  await startSync();
  runHook(() => useCollection(tasks, () => {}))();
  assert.equal(await currentSync.get()?.send(), 'sent');
  pauseSync();
  assert.equal(await currentSync.get()?.send(), 'unreachable');
});
