import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { DRAFTS_MAX } from '#client/constants.ts';
import { draftsOf } from '#client/testing/open-drafts.ts';
import { task, tasks } from '#client/testing/task-kind.ts';
import type { Draft, DraftContent } from './draft.ts';
import { openLocalDatabase } from './local-database.ts';
import { TooManyDrafts } from './open-draft.ts';
import type { SyncEnvironment } from './sync-environment.ts';
import type { UserDatabase } from './user-database.ts';

type Drafts = ReturnType<typeof draftsOf>;
let database: UserDatabase;
let drafts: Drafts;
let otherTab: Drafts;
let isFull = false;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  const opened = (await openLocalDatabase('test')).forUser('ada');
  isFull = false;
  database = {
    ...opened,
    write: (stores, work, blobs) =>
      isFull
        ? Promise.reject(new DOMException('', 'QuotaExceededError'))
        : opened.write(stores, work, blobs),
  };
  drafts = draftsOf(database);
  otherTab = draftsOf(database);
});

test('two forms of one item have separate drafts, and the draft of the closed form is continued', async () => {
  const first = await write(drafts, 'first', task());
  await write(otherTab, 'second', task());
  assert.deepEqual(await storedTexts(), ['first', 'second']);
  assert.equal(await drafts.continue(tasks, () => true), undefined);
  assert.equal(await first.close(), 'kept');
  const continued = await otherTab.continue(tasks, () => true);
  assert.deepEqual(
    [continued?.content.fields.content, continued?.content.original],
    ['first', task()],
  );
  assert.equal(await drafts.continue(tasks, () => true), undefined);
});

test('the newest draft is continued first, and a draft from an earlier version of the app last', async () => {
  await putDraft({ id: 'earlier' });
  for (const text of ['older', 'newer']) await (await write(drafts, text)).close();
  const texts: unknown[] = [];
  for (let count = 0; count < 3; count++)
    texts.push((await drafts.continue(tasks, () => true))?.content.fields.content);
  assert.deepEqual(texts, ['newer', 'older', 'earlier']);
});

test('a draft from before a field was added is continued with the value that its item has there', async () => {
  await putDraft({ id: 'earlier', original: task(), fields: { title: 'Mine' } });
  const continued = await drafts.continue(tasks, () => true);
  assert.deepEqual(continued?.content.fields, { title: 'Mine', content: task().content });
});

test('if two tabs continue one draft at the same time, only one gets it', async () => {
  await (await write(drafts, 'wanted')).close();
  const all = () => true;
  const continued = await Promise.all([drafts.continue(tasks, all), otherTab.continue(tasks, all)]);
  assert.equal(continued.filter(Boolean).length, 1);
});

test('a form whose draft was opened by another form continues with a draft of its own, including the photo', async () => {
  const without = { withLock: noLock, heldLocks: async () => new Set<string>() };
  const [one, two] = [draftsOf(database, without), draftsOf(database, without)];
  const first = await one.begin(tasks);
  const photo = captured();
  await first.store({ ...content('first'), photo });
  const id = first.seen.id;
  const second = await two.continue(tasks, () => true);
  await second?.draft.store({ ...content('second'), photo: second.content.photo });
  await first.store({ ...content('first, longer'), photo });
  assert.notEqual(first.seen.id, id);
  assert.deepEqual(await storedTexts(), ['first, longer', 'second']);
  assert.equal((await storedPhotos()).length, 2);
  await first.delete();
  assert.deepEqual(await storedTexts(), ['second']);
  assert.equal((await storedPhotos()).length, 1);
});

test('a draft that was opened after it was offered is not discarded', async () => {
  await (await write(drafts, 'wanted')).close();
  const [offered] = await drafts.readClosed(tasks);
  assert.ok(offered);
  await otherTab.continue(tasks, () => true);
  assert.equal(await drafts.discard(tasks, offered), false);
  assert.deepEqual(await storedTexts(), ['wanted']);
});

test('of the changes made while a draft is being stored, only the latest is stored afterwards', async () => {
  const draft = await drafts.begin(tasks);
  let writes = 0;
  const { write } = database;
  database.write = (...parameters) => {
    writes++;
    return write(...parameters);
  };
  await Promise.all(['a', 'ab', 'abc', 'abcd'].map((text) => draft.store(content(text))));
  assert.deepEqual([writes, await storedTexts()], [2, ['abcd']]);
});

test('a photo that could not be stored is stored with the next letter, and the form says so only then', async () => {
  const draft = await write(drafts, 'text');
  const photo = captured();
  isFull = true;
  await assert.rejects(draft.store({ ...content('text'), photo }));
  assert.equal(draft.wouldLose(), true);
  isFull = false;
  await draft.store({ ...content('text!'), photo });
  assert.equal((await storedPhotos()).length, 1);
  assert.equal(draft.wouldLose(), false);
  await draft.store(content('text!'));
  assert.deepEqual(await storedPhotos(), []);
});

test('a closed form stores nothing more', async () => {
  const draft = await write(drafts, 'text');
  await draft.delete();
  await draft.close();
  await draft.store(content('late'));
  assert.deepEqual(await storedTexts(), []);
});

test(`a draft beyond the limit of ${DRAFTS_MAX} is refused, and none is deleted`, async () => {
  for (let count = 1; count <= DRAFTS_MAX; count++) await putDraft({ id: `draft-${count}` });
  const draft = await drafts.begin(tasks);
  await assert.rejects(draft.store(content('one more')), TooManyDrafts);
  await assert.rejects(drafts.add(tasks, 'shared', content('shared')), TooManyDrafts);
  assert.equal((await storedTexts()).length, DRAFTS_MAX);
  assert.equal(draft.wouldLose(), true);
  const [first] = await drafts.readClosed(tasks);
  assert.ok(first && (await drafts.discard(tasks, first)));
  await draft.store(content('one more'));
  assert.equal((await storedTexts()).includes('one more'), true);
});

test('a form that is emptied and filled in again does not overwrite a draft that another form has taken over', async () => {
  const noLocks = { withLock: noLock, heldLocks: async () => new Set<string>() };
  const [first, second] = [draftsOf(database, noLocks), draftsOf(database, noLocks)];
  const form = await write(first, 'one');
  const taken = await second.continue(tasks, () => true);
  assert.ok(taken);
  await form.delete();
  await form.store(content('another'));
  assert.deepEqual((await storedTexts()).sort(), ['another', 'one']);
});

const content = (text: string): DraftContent => ({
  fields: { title: 'Title', content: text },
  photo: { kind: 'none' },
});

const captured = () => ({ kind: 'captured' as const, blob: new Blob(['bytes']) });

/** Opens a form in a tab and writes into it. */
async function write(tab: Drafts, text: string, original?: ReturnType<typeof task>) {
  const draft = await tab.begin(tasks);
  await draft.store({ ...content(text), original });
  return draft;
}

const putDraft = (draft: Pick<Draft, 'id'> & Partial<Draft>) =>
  database.write(['drafts'], ({ put }) =>
    put('drafts', {
      entity: tasks.many,
      fields: { content: draft.id },
      photo: 'none',
      ...draft,
    }),
  );

async function storedTexts() {
  const stored = await database.read(['drafts'], ({ getAll }) => getAll('drafts', []));
  return stored.map(({ fields }) => fields.content).sort();
}

const storedPhotos = () => database.read(['photos'], ({ getAll }) => getAll('photos', []));

const noLock: SyncEnvironment['withLock'] = (_name, signal, work) => work(signal);
