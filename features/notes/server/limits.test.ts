import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { noteItems } from '../contract.ts';
import { notes } from './feature.ts';

const NOTES = 5;

const server = await startTestServer({
  features: [notes],
  env: { MAX_ITEMS_PER_USER: String(NOTES) },
});
after(server.stop);

test('a note beyond the limit gets 403 with a message that names the limit', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const ids = Array.from({ length: NOTES }, () => randomUUID());
  for (const id of ids) await ada.call('createNote', { body: { id, title: 'x', content: 'x' } });
  const { status, error } = await ada.error('createNote', { body: { title: 'y', content: 'y' } });
  assert.deepEqual([status, error], [403, noteItems.errors.limitReached(NOTES)]);
  assert.match(error, /\b5 notes\b/);
  assert.equal((await ada.call('listNotes')).notes.length, NOTES);
  await createNote(bob);

  const [id = ''] = ids;
  const again = await ada.call('createNote', { body: { id, title: 'z', content: 'z' } });
  assert.equal(again.note.title, 'x', 'an existing note is returned');
  await ada.call('updateNote', { params: { id }, body: { title: 'z', content: 'z' } });
  await ada.call('deleteNote', { params: { id } });
  await createNote(ada);
});

test('restoring a note beyond the limit gets 403, and works once there is room', async () => {
  const ada = await server.signUp();
  const [first, second] = [await createNote(ada), await createNote(ada)];
  assert.ok(first.ok && second.ok);
  const { id } = first.body.note;
  await ada.call('deleteNote', { params: { id } });
  for (let count = 1; count < NOTES; count++) await createNote(ada);
  const refused = await ada.error('restoreNote', { params: { id } });
  assert.deepEqual([refused.status, refused.error], [403, noteItems.errors.limitReached(NOTES)]);
  await ada.call('deleteNote', { params: { id: second.body.note.id } });
  const { note } = await ada.call('restoreNote', { params: { id } });
  assert.deepEqual([note.created_at, note.version], [first.body.note.created_at, 2]);
});

test('concurrent requests do not exceed the limit', async () => {
  const ada = await server.signUp();
  const outcomes = await Promise.all(Array.from({ length: 4 * NOTES }, () => createNote(ada)));
  const created = outcomes.filter(({ status }) => status === 201);
  assert.equal(created.length, NOTES);
  assert.ok(outcomes.every(({ status }) => status === 201 || status === 403));
  assert.equal((await ada.call('listNotes')).notes.length, NOTES);
});

function createNote(person: Awaited<ReturnType<typeof server.signUp>>) {
  return person.send('createNote', { body: { title: 'x', content: 'x' } });
}
