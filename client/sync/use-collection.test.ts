import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { signIn } from '#client/session/session.ts';
import { ada } from '#client/testing/ada.ts';
import { defineGlobals, installFakeBrowser } from '#client/testing/fake-browser.ts';
import { runHook } from '#client/testing/run-hook.ts';
import { taskEntity } from '#client/testing/task-entity.ts';
import { syncedEntities } from '#features/synced.ts';
import { currentSync, pauseSync, startSync } from './current-sync.ts';
import type { SyncedEntity } from './entity.ts';
import { useCollection } from './use-collection.ts';

const entity: SyncedEntity = { ...taskEntity, list: { endpoint: 'changes', key: 'tasks' } };
syncedEntities.push(entity);
installFakeBrowser();
const listRequested = Promise.withResolvers<void>();
defineGlobals({
  // A real one would keep the process alive.
  BroadcastChannel: class extends EventTarget {
    postMessage() {}
  },
  async fetch(address: string) {
    if (address.endsWith('/api/changes')) listRequested.resolve();
    throw new TypeError('No network');
  },
});
signIn('token', ada);

test('a screen that shows items syncs them while it is open, also if it is public', {
  timeout: 10_000,
}, async () => {
  const close = runHook(() => useCollection(entity, () => {}));
  await listRequested.promise;
  assert.equal(await currentSync.get()?.send(), 'sent');
  close();
  assert.equal(await currentSync.get()?.send(), 'unreachable');
});

test('a private screen syncs on when a part of it is closed that shows items', async () => {
  await startSync();
  runHook(() => useCollection(entity, () => {}))();
  assert.equal(await currentSync.get()?.send(), 'sent');
  pauseSync();
  assert.equal(await currentSync.get()?.send(), 'unreachable');
});
