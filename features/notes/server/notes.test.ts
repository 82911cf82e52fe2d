import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import type { Note } from '../contract.ts';
import { notes } from './feature.ts';

const server = await startTestServer({ features: [notes] });
after(server.stop);
const ada = await server.signUp();
const bob = await server.signUp();

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('a new note has an id, both times, version 1 and no photo', async () => {
  const { note } = await ada.call('createNote', {
    body: { title: 'Groceries', content: 'Bread\nand butter' },
  });
  const { id, created_at, updated_at, ...rest } = note;
  assert.match(id, UUIDV7);
  assert.match(created_at, ISO_UTC);
  assert.equal(updated_at, created_at);
  assert.deepEqual(rest, {
    title: 'Groceries',
    content: 'Bread\nand butter',
    photo_path: null,
    version: 1,
  });
});

test('notes are ordered newest first, and those with the same time by id', async () => {
  const person = await server.signUp();
  const created: Note[] = [];
  for (const title of ['first', 'second', 'third', 'fourth'])
    created.push((await person.call('createNote', { body: { title, content: title } })).note);
  const [first, second, third, fourth] = created.map(({ id }) => id);
  await server.query
    .updateTable('notes')
    .set({ created_at: '2030-01-01T00:00:00.000Z' })
    .where('id', 'in', [first, third] as string[])
    .execute();
  const { notes } = await person.call('listNotes');
  assert.deepEqual(
    notes.map(({ id }) => id),
    [third, first, fourth, second],
  );
});

test('a list contains only the person’s own notes and is empty at first', async () => {
  const person = await server.signUp();
  await ada.call('createNote', { body: { title: 'mine', content: 'mine' } });
  assert.deepEqual(await person.call('listNotes'), { notes: [], seq: 0 });
});

test('a change increases version and updated_at, and keeps id and created_at', async () => {
  const before = await create();
  const { note } = await ada.call('updateNote', {
    params: { id: before.id },
    body: { title: ' New title ', content: ' New content ' },
  });
  assert.ok(note.updated_at >= before.updated_at);
  assert.deepEqual(note, {
    ...before,
    title: 'New title',
    content: ' New content ',
    version: 2,
    updated_at: note.updated_at,
  });
  assert.deepEqual(await find(note.id), note);
});

test('a list has the number of the latest change, from which the changes continue', async () => {
  const person = await server.signUp();
  const { note } = await person.call('createNote', { body: { title: 'one', content: 'one' } });
  const { seq } = await person.call('listNotes');
  await person.call('deleteNote', { params: { id: note.id } });
  const { changes } = await person.call('changes', { query: { since: String(seq) } });
  assert.deepEqual(changes, { notes: { items: [], deleted: [note.id] } });
});

test('a deleted note is not found, and deleting it again gets 404', async () => {
  const { id } = await create();
  assert.deepEqual(await ada.call('deleteNote', { params: { id } }), {});
  assert.equal(await find(id), undefined);
  assert.equal((await ada.error('deleteNote', { params: { id } })).status, 404);
  const body = { title: 'x', content: 'x' };
  assert.equal((await ada.error('updateNote', { params: { id }, body })).status, 404);
});

test('another user gets 404 for a note, as for one that does not exist, and nothing changes', async () => {
  const note = await create();
  const body = { title: 'hacked', content: 'hacked', version: 1 };
  for (const id of [note.id, randomUUID()])
    for (const name of ['updateNote', 'deleteNote'] as const) {
      const failed = await bob.error(name, { params: { id }, body });
      assert.deepEqual(
        [failed.status, failed.error, failed.conflict?.note],
        [404, 'Not found.', undefined],
      );
    }
  assert.deepEqual(await find(note.id), note);
});

test('an id that is not a UUID, and %00, get 404', async () => {
  const authorization = { Authorization: `Bearer ${ada.token}` };
  const ids = ['1', 'x', '%00', '..%2f..', '%ff', '%', `${randomUUID()}%00`, `${randomUUID()}x`];
  for (const id of ids) {
    const path = `/api/notes/${id}`;
    const change = await sendRawRequest(server.port, path, {
      method: 'PUT',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: '{"title":"x","content":"x"}',
    });
    assert.equal(change.status, 404, id);
    assert.equal(JSON.parse(change.text).success, false);
    const removal = await sendRawRequest(server.port, path, {
      method: 'DELETE',
      headers: authorization,
    });
    assert.equal(removal.status, 404, id);
  }
});

test('an id works in upper case too', async () => {
  const { id } = await create();
  await ada.call('deleteNote', { params: { id: id.toUpperCase() } });
  assert.equal(await find(id), undefined);
});

test('creating a note with the same id again returns the existing note', async () => {
  const id = randomUUID();
  const first = await ada.call('createNote', { body: { id, title: 'once', content: 'once' } });
  const again = await ada.call('createNote', {
    body: { id: id.toUpperCase(), title: 'twice', content: 'twice' },
  });
  assert.equal(first.note.id, id);
  assert.deepEqual(again.note, first.note);
  assert.ok(again.seq > first.seq);
  assert.deepEqual(await find(id), first.note);
});

test('creating a note with the id of someone else’s note gets 404 and reveals nothing', async () => {
  const note = await create();
  const failed = await bob.error('createNote', {
    body: { id: note.id, title: 'x', content: 'x' },
  });
  assert.deepEqual([failed.status, failed.conflict?.note], [404, undefined]);
  assert.deepEqual((await bob.call('listNotes')).notes, []);
  assert.deepEqual(await find(note.id), note);
});

test('10 concurrent requests with the same id create one note', async () => {
  const id = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      ada.call('createNote', { body: { id, title: `try ${number}`, content: 'x' } }),
    ),
  );
  const note = await find(id);
  for (const outcome of outcomes) assert.deepEqual(outcome.note, note);
});

test('a change without photo_path keeps the photo, with null removes it', async () => {
  const { filePath } = await ada.call('upload', { body: await pictureUpload() });
  const { note } = await ada.call('createNote', {
    body: { title: 'With photo', content: 'x', photo_path: filePath },
  });
  const { id } = note;
  assert.equal(note.photo_path, filePath);
  const unchanged = await ada.call('updateNote', {
    params: { id },
    body: { title: 'a', content: 'a' },
  });
  assert.equal(unchanged.note.photo_path, filePath);
  const removed = await ada.call('updateNote', {
    params: { id },
    body: { title: 'b', content: 'b', photo_path: null },
  });
  assert.equal(removed.note.photo_path, null);
});

test('user_id, created_at, updated_at and version in a new note are ignored', async () => {
  const { note } = await ada.call('createNote', {
    body: {
      title: 'x',
      content: 'x',
      user_id: bob.user.id,
      created_at: '1999-01-01T00:00:00.000Z',
      updated_at: '1999-01-01T00:00:00.000Z',
      version: 7,
    },
  });
  assert.equal(note.version, 1);
  assert.ok(note.created_at > '2020');
  const { note: changed } = await ada.call('updateNote', {
    params: { id: note.id },
    body: { title: 'y', content: 'y', user_id: bob.user.id, created_at: '1999', id: randomUUID() },
  });
  assert.deepEqual([changed.id, changed.created_at], [note.id, note.created_at]);
  assert.deepEqual((await bob.call('listNotes')).notes, []);
});

test('markup in a note is stored unchanged', async () => {
  const text = '<img src=x onerror=alert(1)> & "quotes" \u{1F469}\u200d\u{1F680} \u202etext';
  const { note } = await ada.call('createNote', { body: { title: text, content: text } });
  const listed = await find(note.id);
  assert.deepEqual([listed?.title, listed?.content], [text, text]);
});

async function create() {
  return (await ada.call('createNote', { body: { title: 'Title', content: 'Content' } })).note;
}

async function find(id: string) {
  return (await ada.call('listNotes')).notes.find((note) => note.id === id);
}
