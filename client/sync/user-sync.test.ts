import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { task, tasks } from '#client/testing/task-kind.ts';
import { createTestSync } from '#client/testing/test-sync.ts';
import { openLocalDatabase } from './local-database.ts';
import { storeList } from './stored-items.ts';

test('if the disk is full while changes are sent, they stay unsent', async (t) => {
  t.mock.method(console, 'error', () => {});
  const database = await openDatabase('full');
  let isFull = false;
  const sync = createTestSync({
    ...database,
    write: (...parameters) =>
      isFull
        ? Promise.reject(new DOMException('', 'QuotaExceededError'))
        : database.write(...parameters),
  });
  const fields = { title: 'Title', content: 'Content' };
  await sync.outbox.save(tasks, { id: 'one', fields, photo: { kind: 'none' } });
  isFull = true;
  assert.equal(await sync.send(), 'unreachable');
  assert.equal((await sync.outbox.entries()).length, 1);
});

test('a reopened list shows what a tab stored before it was closed', async () => {
  const database = await openDatabase('tabs');
  const sync = createTestSync(database);
  const { store } = sync.collection(tasks);
  const next = () => new Promise<void>((resolve) => store.subscribe(resolve));
  await next();
  await database.write(['items', 'thumbnails', 'cursors'], (transaction) =>
    storeList(transaction, tasks, { items: [task()], seq: 1, at: '', isReset: false }),
  );
  void sync.follow(tasks, AbortSignal.abort(), true);
  await next();
  assert.deepEqual(store.get().items, [task()]);
});

test('the items of a kind that is not registered cannot be read, because they would never be sent', async () => {
  const sync = createTestSync(await openDatabase('unregistered'), { kinds: [] });
  assert.throws(() => sync.collection(tasks), /^Error: tasks is not in features\/contract\.ts$/);
});

test('a known list is not loaded again when the field descriptions of its kind change', async () => {
  const database = await openDatabase('described');
  const page = { items: [task()], seq: 1, at: '', isReset: false };
  await database.write(['items', 'thumbnails', 'cursors'], (transaction) =>
    storeList(transaction, tasks, page),
  );
  const following = new AbortController();
  const loaded: string[] = [];
  const sync = createTestSync(database, {
    async fetchList({ many }) {
      loaded.push(many);
      return { items: [], seq: 1 };
    },
    pause: async () => following.abort(),
  });
  await sync.follow({ ...tasks }, following.signal, true);
  assert.deepEqual(loaded, []);
});

for (const [end, what] of [
  ['interrupt', 'the connection is lost'],
  ['stop', 'syncing is stopped'],
] as const)
  test(`an upload ends when ${what}, and the photo stays unsent`, async (t) => {
    const started = Promise.withResolvers<void>();
    t.mock.method(globalThis, 'fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
      started.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const sync = createTestSync(await openDatabase(end));
    const fields = { title: 'Title', content: 'Content' };
    const photo = { kind: 'captured', blob: new Blob(['bytes']) } as const;
    await sync.outbox.save(tasks, { id: 'one', fields, photo });
    const sent = sync.send();
    await started.promise;
    sync[end]();
    assert.equal(await sent, 'interrupted');
    assert.equal((await sync.outbox.entries()).length, 1);
  });

const openDatabase = async (name: string) => (await openLocalDatabase(name)).forUser('ada');
