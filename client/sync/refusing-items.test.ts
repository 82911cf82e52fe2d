import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { plant, plants, watering, waterings } from '#client/testing/plant-kinds.ts';
import { createTestSync } from '#client/testing/test-sync.ts';
import { openLocalDatabase } from './local-database.ts';
import type { SyncEvent, UserSync } from './user-sync.ts';

const lists = {
  plants: [plant('rose'), plant('fern', 'rose')],
  waterings: [
    watering('monday', 'rose', 'rose'),
    watering('tuesday', 'fern', 'rose'),
    watering('friday', 'fern'),
  ],
};
let sync: UserSync;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  sync = createTestSync((await openLocalDatabase('test')).forUser('ada'), {
    kinds: [plants, waterings],
    fetchList: async ({ many }) => ({ items: lists[many as keyof typeof lists], seq: 1 }),
  });
  mock.method(globalThis, 'fetch', async () =>
    Response.json({ success: false, error: 'This plant is used by 1 watering.' }, { status: 403 }),
  );
  await sync.load(plants);
  await sync.load(waterings);
});

test('a device knows how many of its items do not let an item be deleted', async () => {
  assert.deepEqual(await referringTo('rose'), [['waterings', 2]]);
});

test('an item may be deleted after everything that refuses it was changed or deleted, even if that is unsent', async () => {
  const none = { kind: 'none' } as const;
  const [monday, tuesday] = lists.waterings as [Watering, Watering];
  await sync.outbox.remove(waterings, monday);
  assert.deepEqual(await referringTo('rose'), [['waterings', 1]]);
  const fields = { note: '', plant: 'fern', next: null };
  await sync.outbox.save(waterings, { id: tuesday.id, original: tuesday, fields, photo: none });
  assert.deepEqual(await referringTo('rose'), []);
  const refers = { note: '', plant: 'rose', next: null };
  await sync.outbox.save(waterings, { id: 'new', fields: refers, photo: none });
  assert.deepEqual(await referringTo('rose'), [['waterings', 1]]);
});

test('an item whose deletion the server refuses is shown again, with the reason', async () => {
  const events: SyncEvent[] = [];
  sync.subscribe((event) => events.push(event));
  const { store, waitForReads } = sync.collection(plants);
  await (await sync.remove(plants, plant('fern', 'rose'))).sent;
  await waitForReads();
  assert.deepEqual(
    store
      .get()
      .items?.map(({ id }) => id)
      .sort(),
    ['fern', 'rose'],
  );
  assert.deepEqual(await sync.outbox.entries(), []);
  const answers = events.map((event) => event.kind === 'answered' && event.answer);
  const error = 'This plant is used by 1 watering.';
  assert.deepEqual(answers, [{ kind: 'rejected', error, fields: undefined }]);
});

type Watering = ReturnType<typeof watering>;

const referringTo = async (id: string) =>
  (await sync.referringTo(plants, plant(id))).map(({ kind, count }) => [kind.many, count]);
