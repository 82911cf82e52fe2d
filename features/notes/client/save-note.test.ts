import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import type { Note } from '../contract.ts';
import { type Draft, draftOfNote, newDraft } from './drafts.ts';
import { saveNote } from './save-note.ts';

const text = { title: 'Title', content: 'Content' };
const note: Note = {
  ...text,
  id: '11111111-1111-4111-8111-111111111111',
  photo_path: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
};
const blob = new Blob(['picture'], { type: 'image/jpeg' });

let sent: { request: string; body: Record<string, unknown> | undefined }[];
let bearers: (string | null)[];

beforeEach(() => {
  installFakeBrowser();
  localStorage.setItem('app_token', 'token');
});
afterEach(() => mock.restoreAll());

/** Answers one request after the other; undefined stands for no response. */
function respondWith(...responses: (Response | undefined)[]) {
  sent = [];
  bearers = [];
  mock.method(globalThis, 'fetch', async (address: string, init: RequestInit) => {
    const { method, body, headers } = init;
    const json = typeof body === 'string' ? JSON.parse(body) : undefined;
    sent.push({ request: `${method} ${address}`, body: json });
    bearers.push(new Headers(headers).get('Authorization'));
    const response = responses.shift();
    if (!response) throw new TypeError('Failed to fetch');
    return response;
  });
}

const success = (saved: Partial<Note>) =>
  Response.json({ success: true, note: { ...note, ...saved } });
const failure = (status: number, body: object = {}) =>
  Response.json({ success: false, ...body }, { status });
const onUploaded = mock.fn();

const save = (draft: Draft, changed = text) => saveNote(draft, changed, onUploaded);

describe('saving a new note', () => {
  const draft = (changes: Partial<Draft> = {}): Draft => ({ ...newDraft(), ...text, ...changes });

  test('sends its text and its own id', async () => {
    const unsaved = draft();
    respondWith(success({ id: unsaved.id }));
    const result = await save(unsaved);
    assert.equal(result.kind, 'saved');
    assert.deepEqual(sent, [{ request: 'POST /api/notes', body: { ...text, id: unsaved.id } }]);
  });

  test('updates the note that an earlier try created, if its response got lost', async () => {
    const unsaved = draft({ sentVersions: [text] });
    const changed = { ...text, content: 'Content, longer' };
    respondWith(success({ id: unsaved.id }), success({ ...changed, version: 2 }));
    assert.equal((await save(unsaved, changed)).kind, 'saved');
    const { request, body } = sent[1] ?? {};
    assert.equal(request, `PUT /api/notes/${unsaved.id}`);
    assert.deepEqual(body, { ...changed, version: 1 });
  });

  test('creates a second note if another tab has saved the same draft with other text', async () => {
    const unsaved = draft();
    respondWith(success({ id: unsaved.id, title: 'From the other tab' }), success({}));
    assert.equal((await save(unsaved)).kind, 'saved');
    assert.equal(sent[1]?.request, 'POST /api/notes');
    assert.notEqual(sent[1]?.body?.id, unsaved.id);
  });

  test('that the server rejects returns its messages', async () => {
    const fields = { title: 'Title is required' };
    respondWith(failure(400, { error: 'Title is required', fields }));
    assert.deepEqual(await save(draft()), { kind: 'failed', error: 'Title is required', fields });
  });

  test('that fails without a message has one of its own', async () => {
    respondWith(failure(500));
    const result = await save(draft());
    assert.equal(result.kind === 'failed' && result.error, 'Failed to create note');
    respondWith(undefined);
    const unsent = await save(draft());
    assert.equal(unsent.kind === 'failed' && unsent.error, 'Network error');
  });

  test('after the session has ended says only that', async () => {
    respondWith(failure(401));
    assert.deepEqual(await save(draft()), { kind: 'signed-out' });
  });
});

describe('saving a changed note', () => {
  const changed = { ...text, title: 'After' };
  const draft = (changes: Partial<Draft> = {}): Draft => ({ ...draftOfNote(note), ...changes });

  test('sends the version that the change was made on', async () => {
    respondWith(success({ ...changed, version: 2 }));
    assert.equal((await save(draft(), changed)).kind, 'saved');
    assert.deepEqual(sent, [
      { request: `PUT /api/notes/${note.id}`, body: { ...changed, version: 1 } },
    ]);
  });

  test('is no conflict if the server has this text already', async () => {
    respondWith(failure(409, { note: { ...note, ...changed, version: 2 } }));
    assert.equal((await save(draft(), changed)).kind, 'saved');
  });

  test('is no conflict if the server has what an earlier try sent', async () => {
    const earlier = { ...text, title: 'In between' };
    respondWith(failure(409, { note: { ...note, ...earlier, version: 2 } }), success(changed));
    assert.equal((await save(draft({ sentVersions: [earlier] }), changed)).kind, 'saved');
    assert.deepEqual(sent[1]?.body, { ...changed, version: 2 });
  });

  test('is a conflict if somebody else has changed it', async () => {
    const serverNote = { ...note, title: 'Theirs', version: 2 };
    respondWith(failure(409, { error: 'Changed elsewhere.', note: serverNote }));
    assert.deepEqual(await save(draft(), changed), {
      kind: 'changed',
      serverNote,
      error: 'Changed elsewhere.',
    });
  });

  test('that was deleted elsewhere says so', async () => {
    respondWith(failure(404, { error: 'Not found.' }));
    assert.deepEqual(await save(draft(), changed), { kind: 'deleted', error: 'Not found.' });
  });

  test('without a message of the server has one of its own', async () => {
    respondWith(failure(500));
    const result = await save(draft(), changed);
    assert.equal(result.kind === 'failed' && result.error, 'Failed to update note');
  });

  test('removes a removed photo and leaves an unchanged one alone', async () => {
    respondWith(success(changed));
    await save(draft({ photo: { kind: 'removed' } }), changed);
    assert.deepEqual(sent[0]?.body, { ...changed, photo_path: null, version: 1 });
  });
});

describe('a captured photo', () => {
  const draft = (uploaded?: string): Draft => ({
    ...newDraft(),
    ...text,
    photo: { kind: 'captured', blob, uploaded },
  });

  test('is uploaded before the note is saved', async () => {
    const filePath = 'photo.jpg';
    respondWith(Response.json({ success: true, filePath }), success({ photo_path: filePath }));
    assert.equal((await save(draft())).kind, 'saved');
    assert.deepEqual(
      sent.map(({ request }) => request),
      ['POST /api/upload', 'POST /api/notes'],
    );
    assert.equal(sent[1]?.body?.photo_path, filePath);
    const [photo] = onUploaded.mock.calls.at(-1)?.arguments ?? [];
    assert.deepEqual(photo, { kind: 'captured', blob, uploaded: filePath });
  });

  test('that was uploaded already is not uploaded again', async () => {
    respondWith(success({ photo_path: 'photo.jpg' }));
    await save(draft('photo.jpg'));
    assert.deepEqual(
      sent.map(({ request }) => request),
      ['POST /api/notes'],
    );
  });

  for (const [name, response, reason] of [
    ['the reason of the server', () => failure(413, { error: 'Too large.' }), 'Too large.'],
    [
      'that there is no connection',
      () => undefined,
      'No connection to the server. Please try again.',
    ],
  ] as const)
    test(`that cannot be uploaded stops the saving and shows ${name} beside the photo`, async () => {
      respondWith(response());
      assert.deepEqual(await save(draft()), {
        kind: 'failed',
        error: 'Upload failed',
        fields: { photo_path: reason },
      });
      assert.equal(sent.length, 1);
    });

  test('that cannot be uploaded without a known reason has none beside it', async () => {
    respondWith(failure(500));
    assert.deepEqual(await save(draft()), { kind: 'failed', error: 'Upload failed' });
  });

  test('that cannot be uploaded stops the saving of a changed note too', async () => {
    respondWith(failure(500));
    const changed: Draft = { ...draftOfNote(note), photo: draft().photo };
    assert.deepEqual(await save(changed), { kind: 'failed', error: 'Upload failed' });
    assert.equal(sent.length, 1);
  });

  test('after the session has ended says only that', async () => {
    respondWith(failure(401));
    assert.deepEqual(await save(draft()), { kind: 'signed-out' });
  });
});

describe('after another user has signed in, saving continues as the first user and sends', () => {
  const earlier = { ...text, title: 'In between' };
  const unsaved: Draft = { ...newDraft(), ...text };
  const cases: [string, Draft, Response][] = [
    [
      'the note after its photo',
      { ...unsaved, photo: { kind: 'captured', blob } },
      Response.json({ success: true, filePath: 'photo.jpg' }),
    ],
    [
      'the update of a note that an earlier try created',
      { ...unsaved, sentVersions: [earlier] },
      success(earlier),
    ],
    ['the second note of a draft that another tab has saved', unsaved, success(earlier)],
    [
      'the repeated update of a note that an earlier try changed',
      { ...draftOfNote(note), sentVersions: [earlier] },
      failure(409, { note: { ...note, ...earlier, version: 2 } }),
    ],
  ];
  for (const [name, draft, response] of cases)
    test(name, async () => {
      respondWith(response, failure(401));
      const saving = save(draft);
      localStorage.setItem('app_token', 'token of the next user');
      assert.deepEqual(await saving, { kind: 'signed-out' });
      assert.deepEqual(bearers, ['Bearer token', 'Bearer token']);
    });
});
