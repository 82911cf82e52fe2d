import assert from 'node:assert/strict';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Edit } from '#client/sync/edit.ts';
import { type LocalDatabase, openLocalDatabase } from '#client/sync/local-database.ts';
import { createOutbox, type Outbox } from '#client/sync/outbox.ts';
import type { Step } from '#client/sync/outbox-entry.ts';
import { storeList } from '#client/sync/stored-items.ts';
import { task, taskEntity } from './task-entity.ts';

const USER = 'ada';
const { id } = task();
let database: LocalDatabase;
export let outbox: Outbox;

/** Opens an empty outbox, whose ids and times are predictable. */
export async function openOutbox() {
  globalThis.indexedDB = new IDBFactory();
  database = await openLocalDatabase('test');
  let count = 0;
  outbox = createOutbox({
    database,
    userId: USER,
    newId: () => `id-${++count}`,
    now: () => new Date(Date.UTC(2026, 0, 1) + ++count).toISOString(),
    onChange() {},
  });
}

type Values = { original?: Edit['original']; content?: string; photo?: Edit['photo'] };

export function save({ original, content = 'one two three', photo = unchanged }: Values) {
  return outbox.save(taskEntity, { id, original, fields: { title: 'Title', content }, photo });
}

/** Makes a change that overlaps with one of another device. Returns that one's version. */
export async function conflict() {
  await receive(task());
  await save({ original: task(), content: 'mine' });
  const theirs = task({ version: 2, content: 'theirs' });
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'conflict', item: theirs });
  return theirs;
}

export const unchanged = { kind: 'unchanged' } as const;

export const added = (): Edit['photo'] => ({ kind: 'added', blob: new Blob(['bytes']) });

export async function prepare(): Promise<Step> {
  const step = await outbox.prepare(taskEntity, id);
  assert.ok(step, 'nothing can be sent');
  return step;
}

/** Stores items as the server's list. */
export function receive(...items: ReturnType<typeof task>[]) {
  return database.write(['items', 'thumbnails', 'cursors'], (transaction) =>
    storeList(transaction, USER, taskEntity, { items, seq: 1, at: '', isReset: false }),
  );
}

export async function storedPhotos() {
  const photos = await database.read(['photos'], ({ getAll }) => getAll('photos', [USER]));
  return photos.map(({ path }) => path);
}

export async function onlyEntry() {
  const [entry, ...others] = await outbox.entries();
  assert.ok(entry && others.length === 0);
  return entry;
}
