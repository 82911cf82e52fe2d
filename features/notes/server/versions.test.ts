import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { notes } from './feature.ts';

const server = await startTestServer({ features: [notes] });
after(server.stop);
const ada = await server.signUp();

test('a change with an outdated version gets 409 with the current note, and changes nothing', async () => {
  const { id } = await create();
  const change = (version: number) => ({
    params: { id },
    body: { title: `on ${version}`, content: 'x', version },
  });
  const { note } = await ada.call('updateNote', change(1));
  for (const version of [1, 3]) {
    const failed = await ada.error('updateNote', change(version));
    assert.deepEqual([failed.status, failed.conflict?.note], [409, note]);
    assert.equal(failed.error, 'This note was changed somewhere else in the meantime.');
  }
  assert.deepEqual(await find(id), note);
  assert.equal((await ada.call('updateNote', change(2))).note.version, 3);
});

test('of two concurrent changes with the same version one gets 200 and one 409', async () => {
  const { id } = await create();
  const outcomes = await Promise.all(
    ['A', 'B'].map((title) =>
      ada.send('updateNote', { params: { id }, body: { title, content: 'x', version: 1 } }),
    ),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 409]);
  const [winner] = outcomes.filter((outcome) => outcome.ok);
  const [loser] = outcomes.filter((outcome) => !outcome.ok);
  assert.deepEqual(winner?.body.note, await find(id));
  assert.deepEqual(loser?.conflict?.note, winner?.body.note);
});

test('concurrent changes without a version all succeed, and each increases the version', async () => {
  const { id } = await create();
  await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      ada.call('updateNote', { params: { id }, body: { title: `${number}`, content: 'x' } }),
    ),
  );
  assert.equal((await find(id))?.version, 9);
});

test('deleting an outdated version gets 409 with the current note, and the note stays', async () => {
  const { id } = await create();
  const body = { title: 'changed', content: 'elsewhere' };
  const { note } = await ada.call('updateNote', { params: { id }, body });
  const refused = await ada.error('deleteNote', { params: { id }, query: { version: '1' } });
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.conflict, { note });
  for (const version of ['0', '-1', '1.5', 'x', '1e1'])
    assert.equal(
      (await ada.error('deleteNote', { params: { id }, query: { version } })).status,
      400,
    );
  assert.deepEqual(await find(id), note);
  await ada.call('deleteNote', { params: { id }, query: { version: '2' } });
  assert.equal(await find(id), undefined);
});

async function create() {
  return (await ada.call('createNote', { body: { title: 'Title', content: 'Content' } })).note;
}

async function find(id: string) {
  return (await ada.call('listNotes')).notes.find((note) => note.id === id);
}
