import assert from 'node:assert/strict';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import { createOutbox, type Outbox } from '#client/sync/outbox.ts';
import type { Edit, Step } from '#client/sync/outbox-entry.ts';
import { RECEIVED_STORES, updateConflicts } from '#client/sync/stored-conflicts.ts';
import { storeChanges, storeList } from '#client/sync/stored-items.ts';
import type { Transaction, UserDatabase } from '#client/sync/user-database.ts';
import { task, tasks } from './task-kind.ts';

const { id } = task();
type Tasks = ReturnType<typeof task>[];
let database: UserDatabase;
let seq = 0;
export let outbox: Outbox;

/** Opens an empty outbox with predictable ids and times. */
export async function openOutbox() {
  globalThis.indexedDB = new IDBFactory();
  database = (await openLocalDatabase('test')).forUser('ada');
  let count = 0;
  outbox = createOutbox({
    database,
    newId: () => `id-${++count}`,
    now: () => new Date(Date.UTC(2026, 0, 1) + ++count).toISOString(),
    onChange() {},
  });
}

type Values = { original?: Edit['original']; content?: string; photo?: Edit['photo'] };

export function save({ original, content = 'one two three', photo = noPhoto }: Values) {
  return outbox.save(tasks, { id, original, fields: { title: 'Title', content }, photo });
}

/** Makes a change that overlaps with another device's change. Returns the other device's version. */
export async function conflict() {
  await receive(task());
  await save({ original: task(), content: 'mine' });
  const theirs = task({ version: 2, content: 'theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  return theirs;
}

const noPhoto = { kind: 'none' } as const;

export const captured = (): Edit['photo'] => ({ kind: 'captured', blob: new Blob(['bytes']) });

export async function prepare(): Promise<Step> {
  const step = await outbox.prepare(tasks, id);
  assert.ok(step && step.kind !== 'held', 'nothing can be sent');
  return step;
}

/** Stores items like a list from the server. */
export const receive = (...items: Tasks) => receiveList(items, false);

/** Stores items like the list after a reset. */
export const reset = (...items: Tasks) => receiveList(items, true);

const receiveList = (items: Tasks, isReset: boolean) =>
  store(
    (transaction) => storeList(transaction, tasks, { items, seq: ++seq, at: '', isReset }),
    isReset,
  );

/** Stores changes of other devices. */
export const changes = ({ items = [], deleted = [] }: { items?: Tasks; deleted?: string[] }) =>
  store((transaction) => storeChanges(transaction, tasks, { items, deleted, seq: ++seq, at: '' }));

/** Stores what the server sent, and updates conflicts. */
const store = (work: (transaction: Transaction) => Promise<void>, isReset = false) =>
  database.write(RECEIVED_STORES, async (transaction) => {
    await work(transaction);
    await updateConflicts(transaction, tasks, isReset);
  });

export async function storedPhotos() {
  const photos = await database.read(['photos'], ({ getAll }) => getAll('photos', []));
  return photos.map(({ path }) => path);
}

export async function onlyEntry() {
  const [entry, ...others] = await outbox.entries();
  assert.ok(entry && others.length === 0);
  return entry;
}
