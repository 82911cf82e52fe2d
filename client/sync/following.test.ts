import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { plant, plants, watering, waterings } from '#client/testing/plant-kinds.ts';
import { createTestSync } from '#client/testing/test-sync.ts';
import { openLocalDatabase } from './local-database.ts';

test('a list that could not be loaded is loaded with the next event, even if only another kind has a stream', async (t) => {
  t.mock.method(console, 'error', () => {});
  const following = new AbortController();
  const streamOpened = Promise.withResolvers<void>();
  const plantsFailed = Promise.withResolvers<void>();
  const lists = { plants: [plant('rose')], waterings: [watering('monday', 'rose')] };
  let isReachable = false;
  let streams = 0;
  const sync = createTestSync((await openLocalDatabase('two kinds')).forUser('ada'), {
    kinds: [plants, waterings],
    async fetchList({ many }) {
      if (many === 'plants') await streamOpened.promise;
      if (many === 'plants' && !isReachable) throw new TypeError('No network');
      return { items: lists[many as keyof typeof lists], seq: 1 };
    },
    async *openStream(signal) {
      // Only the first stream gets the lock.
      if (++streams > 1) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return;
      }
      streamOpened.resolve();
      await plantsFailed.promise;
      isReachable = true;
      sync.resume();
      yield 1;
      following.abort();
    },
  });
  sync.subscribe(({ itemKind }) => itemKind.many === 'plants' && plantsFailed.resolve());
  await Promise.all([
    sync.follow(waterings, following.signal, true),
    sync.follow(plants, following.signal, true),
  ]);
  const { store, waitForReads } = sync.collection(plants);
  await waitForReads();
  assert.deepEqual(store.get().items, lists.plants);
});

test('the list of a kind is loaded once, even if two parts of a screen follow it', async () => {
  const following = new AbortController();
  const loaded: string[] = [];
  const sync = createTestSync((await openLocalDatabase('once')).forUser('ada'), {
    kinds: [plants],
    async fetchList({ many }) {
      loaded.push(many);
      return { items: [], seq: 1 };
    },
    pause: async () => following.abort(),
  });
  const parts = [1, 2].map(() => sync.follow(plants, following.signal, true));
  await Promise.all(parts);
  assert.deepEqual(loaded, ['plants']);
});
