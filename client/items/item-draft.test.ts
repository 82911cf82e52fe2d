import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import { mergeChange } from '#client/sync/merge.ts';
import { createOutbox } from '#client/sync/outbox.ts';
import type { UserDatabase } from '#client/sync/user-database.ts';
import { event, events } from '#client/testing/event-kind.ts';
import { draftsOf } from '#client/testing/open-drafts.ts';
import { contentOf, isUnsaved, newContent, storeDraft } from './item-draft.ts';

const unchanged = { kind: 'unchanged' } as const;
let database: UserDatabase;
let drafts: ReturnType<typeof draftsOf>;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = (await openLocalDatabase('test')).forUser('ada');
  drafts = draftsOf(database);
});

const changes = { seats: 90, fee: null, day: '2026-12-24', place: 'park', isPublic: true } as const;

test('a draft without changes is not stored, whatever kinds of fields it has', () => {
  assert.equal(isUnsaved(events, newContent(events)), false);
  assert.equal(isUnsaved(events, contentOf(events, event())), false);
});

test('a field that was added after the draft was stored does not count as a change', () => {
  const { title, version, id, created_at, updated_at } = event();
  const original = { title, version, id, created_at, updated_at };
  const draft = { ...contentOf(events, original), fields: { title } };
  assert.equal(isUnsaved(events, draft), false);
  const { seats, fee, day, place, ...rest } = event();
  assert.equal(isUnsaved(events, { ...draft, original: rest }), false);
  assert.equal(isUnsaved(events, { ...draft, original: event() }), true);
});

test('a change in any kind of field counts', () => {
  const draft = contentOf(events, event());
  for (const [name, value] of Object.entries(changes))
    assert.equal(
      isUnsaved(events, { ...draft, fields: { ...draft.fields, [name]: value } }),
      true,
      name,
    );
});

test('numbers, dates, choices and booleans survive in a stored draft', async () => {
  const draft = contentOf(events, event());
  const changed = { ...draft, fields: { ...draft.fields, ...changes } };
  const form = await drafts.begin(events);
  await storeDraft(form, events, changed);
  await form.close();
  const continued = await drafts.continue(events, () => true);
  assert.deepEqual(continued?.content, changed);
});

test('a draft whose changes were undone is deleted', async () => {
  const content = newContent(events);
  const form = await drafts.begin(events);
  const changed = { ...content, fields: { ...content.fields, isPublic: true } };
  await storeDraft(form, events, changed);
  await storeDraft(form, events, content);
  assert.equal(await form.close(), 'none');
  assert.deepEqual(await drafts.readClosed(events), []);
});

test('numbers, dates, choices and booleans are sent unchanged', async () => {
  let count = 0;
  const outbox = createOutbox({
    database,
    newId: () => `id-${++count}`,
    now: () => '2026-01-01T00:00:00.000Z',
    onChange() {},
  });
  const { id } = event();
  const { fields } = contentOf(events, event(changes));
  await outbox.save(events, { id, fields, photo: { kind: 'none' } });
  const step = await outbox.prepare(events, id);
  assert.ok(step?.kind === 'request' && step.attempt.change.kind === 'save');
  assert.deepEqual(step.attempt.change.fields, fields);
});

test('changes of different fields are merged, changes of the same field conflict', () => {
  const mine = {
    kind: 'save' as const,
    fields: event({ seats: 90, isPublic: true }),
    photo: unchanged,
  };
  const merged = mergeChange(events, event(), mine, event({ day: '2026-12-24', fee: null }));
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
  assert.equal(mergeChange(events, event(), mine, event({ seats: 70 })), undefined);
  const moved = { kind: 'save' as const, fields: event({ day: '2026-12-23' }), photo: unchanged };
  const theirs = event({ day: '2026-12-24' });
  assert.equal(mergeChange(events, event(), moved, theirs), undefined);
});
