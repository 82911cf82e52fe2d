import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { defineGlobals, installFakeBrowser } from '#client/testing/fake-browser.ts';
import type { Note } from '../contract.ts';
import { clearDrafts, draftPhotos } from './draft-storage.ts';
import {
  type Draft,
  discardDraft,
  draftOfNote,
  isUnsaved,
  newDraft,
  newId,
  parseDraft,
  readDrafts,
  restoreDraft,
  storeDraft,
  toStored,
} from './drafts.ts';

const note: Note = {
  id: 'n',
  title: 'Title',
  content: 'Content',
  photo_path: 'photo.jpg',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
};
const written: Draft = { ...newDraft(), title: 'Half a thought' };
const blob = new Blob(['picture']);

let browser: ReturnType<typeof installFakeBrowser>;
let storedPhoto: Blob | undefined;

beforeEach(() => {
  browser = installFakeBrowser();
  storedPhoto = undefined;
  mock.method(draftPhotos, 'write', async () => {});
  mock.method(draftPhotos, 'read', async () => storedPhoto);
});
afterEach(() => mock.restoreAll());

describe('a draft', () => {
  test('of a new note is unsaved as soon as it has text or a photo', () => {
    assert.equal(isUnsaved(newDraft()), false);
    assert.equal(isUnsaved({ ...newDraft(), title: ' ' }), true);
    assert.equal(isUnsaved({ ...newDraft(), content: 'x' }), true);
    assert.equal(isUnsaved({ ...newDraft(), photo: { kind: 'captured', blob } }), true);
  });

  test('of a note is unsaved while it differs from the note', () => {
    const draft = draftOfNote(note);
    assert.equal(isUnsaved(draft), false);
    assert.equal(isUnsaved({ ...draft, content: 'Content, longer' }), true);
    assert.equal(isUnsaved({ ...draft, photo: { kind: 'removed' } }), true);
    assert.equal(isUnsaved({ ...draft, content: note.content }), false);
  });

  test('has an id that the server accepts, and no other has', () => {
    const ids = Array.from({ length: 100 }, newId);
    for (const id of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(new Set(ids).size, 100);
  });
});

describe('storing a draft', () => {
  test('keeps it for its user, and nobody else reads it', () => {
    assert.equal(storeDraft('ada', written), true);
    assert.deepEqual(readDrafts('ada'), [toStored(written)]);
    assert.deepEqual(readDrafts('bob'), []);
    assert.deepEqual(readDrafts('ad'), []);
  });

  test('that has no changes any more deletes it', () => {
    storeDraft('ada', written);
    assert.equal(storeDraft('ada', { ...written, title: '' }), true);
    assert.deepEqual(readDrafts('ada'), []);
  });

  test('reports that the storage is full', () => {
    mock.method(localStorage, 'setItem', () => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    assert.equal(storeDraft('ada', written), false);
  });

  test('waits until the user is known', () => {
    assert.equal(storeDraft('', written), false);
    assert.deepEqual(Object.keys(browser.localStorage), []);
    assert.deepEqual(readDrafts(''), []);
  });

  test('is undone by discarding it', () => {
    storeDraft('ada', written);
    discardDraft('ada', written.id);
    assert.deepEqual(readDrafts('ada'), []);
  });
});

describe('reading drafts', () => {
  for (const nonsense of ['{"id":', 'null', '[]', '7', '{"id":"a","title":"b"}'])
    test(`skips what is none: ${nonsense}`, () => {
      browser.localStorage.setItem('app_note_draft.ada.x', nonsense);
      assert.deepEqual(readDrafts('ada'), []);
    });

  test('completes a draft that was stored before sent versions were', () => {
    const stored = parseDraft('{"id":"a","title":"b","content":"c","photo":"none"}');
    assert.deepEqual(stored?.sentVersions, []);
  });

  test('finds nothing where nothing is stored', () => {
    assert.equal(parseDraft(null), undefined);
  });
});

describe('restoring a draft', () => {
  test('brings back the photo that was captured', async () => {
    storedPhoto = blob;
    const draft: Draft = { ...written, photo: { kind: 'captured', blob } };
    assert.deepEqual(await restoreDraft('ada', toStored(draft)), draft);
  });

  test('whose photo got lost shows that of the note', async () => {
    const draft: Draft = { ...draftOfNote(note), photo: { kind: 'captured', blob } };
    const { photo } = await restoreDraft('ada', toStored(draft));
    assert.deepEqual(photo, { kind: 'existing', path: 'photo.jpg' });
  });

  test('keeps a removed photo removed', async () => {
    const draft: Draft = { ...draftOfNote(note), photo: { kind: 'removed' } };
    assert.deepEqual(await restoreDraft('ada', toStored(draft)), draft);
  });
});

test('signing out deletes the drafts of this user only', () => {
  defineGlobals({ IDBKeyRange: { bound: () => ({}) } });
  storeDraft('ada', written);
  storeDraft('bob', written);
  browser.localStorage.setItem('app_note_photo_request.ada', '{}');
  clearDrafts('ada');
  assert.deepEqual(Object.keys(browser.localStorage), [`app_note_draft.bob.${written.id}`]);
});
