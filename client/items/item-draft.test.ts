import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type LocalDatabase, openLocalDatabase } from '#client/sync/local-database.ts';
import { mergeChange } from '#client/sync/merge.ts';
import { createOutbox } from '#client/sync/outbox.ts';
import { event, eventEntity } from '#client/testing/event-entity.ts';
import { draftsOf } from '#client/testing/open-drafts.ts';
import { contentOf, isUnsaved, newContent, storeDraft } from './item-draft.ts';

const USER = 'ada';
const unchanged = { kind: 'unchanged' } as const;
let database: LocalDatabase;
let drafts: ReturnType<typeof draftsOf>;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = await openLocalDatabase('test');
  drafts = draftsOf(database, USER);
});

const changes = { seats: 90, fee: null, day: '2026-12-24', place: 'park', isPublic: true } as const;

test('a draft without a change is none, whatever kinds of fields it has', () => {
  assert.equal(isUnsaved(eventEntity, newContent(eventEntity)), false);
  assert.equal(isUnsaved(eventEntity, contentOf(eventEntity, event())), false);
});

test('a field that was added since the draft was stored is no change', () => {
  const { title, version, id, created_at, updated_at } = event();
  const original = { title, version, id, created_at, updated_at };
  const draft = { ...contentOf(eventEntity, original), fields: { title } };
  assert.equal(isUnsaved(eventEntity, draft), false);
  const { seats, fee, day, place, ...rest } = event();
  assert.equal(isUnsaved(eventEntity, { ...draft, original: rest }), false);
  assert.equal(isUnsaved(eventEntity, { ...draft, original: event() }), true);
});

test('each kind of field can be what was changed', () => {
  const draft = contentOf(eventEntity, event());
  for (const [name, value] of Object.entries(changes))
    assert.equal(
      isUnsaved(eventEntity, { ...draft, fields: { ...draft.fields, [name]: value } }),
      true,
      name,
    );
});

test('numbers, dates, choices and booleans survive in a stored draft', async () => {
  const draft = contentOf(eventEntity, event());
  const changed = { ...draft, fields: { ...draft.fields, ...changes } };
  const form = await drafts.begin(eventEntity);
  await storeDraft(form, eventEntity, changed);
  await form.close();
  const continued = await drafts.continue(eventEntity, () => true);
  assert.deepEqual(continued?.content, changed);
});

test('a draft that is as it was at the start is deleted', async () => {
  const content = newContent(eventEntity);
  const form = await drafts.begin(eventEntity);
  const changed = { ...content, fields: { ...content.fields, isPublic: true } };
  await storeDraft(form, eventEntity, changed);
  await storeDraft(form, eventEntity, content);
  assert.equal(await form.close(), 'none');
  assert.deepEqual(await drafts.readClosed(eventEntity), []);
});

test('numbers, dates, choices and booleans are sent as they are', async () => {
  let count = 0;
  const outbox = createOutbox({
    database,
    userId: USER,
    newId: () => `id-${++count}`,
    now: () => '2026-01-01T00:00:00.000Z',
    onChange() {},
  });
  const { id } = event();
  const { fields } = contentOf(eventEntity, event(changes));
  await outbox.save(eventEntity, { id, fields, photo: unchanged });
  const step = await outbox.prepare(eventEntity, id);
  assert.ok(step?.kind === 'request' && step.attempt.change.kind === 'save');
  assert.deepEqual(step.attempt.change.fields, fields);
});

test('changes of different fields are merged, two of the same field are a conflict', () => {
  const mine = {
    kind: 'save' as const,
    fields: event({ seats: 90, isPublic: true }),
    photo: unchanged,
  };
  const merged = mergeChange(eventEntity, event(), mine, event({ day: '2026-12-24', fee: null }));
  const { seats, isPublic, day, fee } = merged?.fields ?? {};
  assert.deepEqual(
    { seats, isPublic, day, fee },
    {
      seats: 90,
      isPublic: true,
      day: '2026-12-24',
      fee: null,
    },
  );
  assert.equal(mergeChange(eventEntity, event(), mine, event({ seats: 70 })), undefined);
  const moved = { kind: 'save' as const, fields: event({ day: '2026-12-23' }), photo: unchanged };
  const theirs = event({ day: '2026-12-24' });
  assert.equal(mergeChange(eventEntity, event(), moved, theirs), undefined);
});
