import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { importExport, readExport } from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { asForm, picture } from '#server/testing/pictures.ts';
import type { Note } from '../contract.ts';
import { notes } from './feature.ts';

const NOTES = 1000;
const PHOTOS = 200;

const server = await startTestServer({ features: [notes] });
after(server.stop);

test('an account with 1,000 notes and 200 photos, exported and imported, is equal', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const atOnce = pLimit(4);
  await Promise.all(
    Array.from({ length: NOTES }, (_, number) =>
      atOnce(async () => {
        const photo_path = number % (NOTES / PHOTOS) === 0 ? await photoOf(ada, number) : null;
        const title = `${TITLES[number % TITLES.length]} ${number % 10}`;
        const content = `Content ${number}\n${'lines '.repeat(number % 100)}\u0001"\\`;
        await ada.call('createNote', { body: { title, content, photo_path } });
      }),
    ),
  );
  const exported = await readExport(ada);
  assert.equal(Object.keys(exported.files).length, NOTES + PHOTOS + 1);
  assert.deepEqual(await importExport(bob, exported), { added: NOTES, uploads: PHOTOS });

  const [before, imported] = await Promise.all([ada, bob].map(notesOf));
  assert.deepEqual(imported?.map(textOf), before?.map(textOf));
  assert.deepEqual(await sizesOf(bob, imported), await sizesOf(ada, before));
  assert.deepEqual(await importExport(bob, exported), { added: 0, uploads: 0 });
  assert.equal((await bob.call('listNotes')).notes.length, NOTES);
});

const TITLES = ['Harbour walk', '東京', 'naïve/café', 'مرحبا', '👩‍🚀', '..\\..'];

type Person = Awaited<ReturnType<typeof server.signUp>>;

async function photoOf(person: Person, number: number) {
  const bytes = await picture('png', 8 + (number % 7), 6 + (number % 3));
  return (await person.call('upload', { body: asForm(bytes) })).filePath;
}

/** Returns the notes in an order that does not depend on their ids: some have the same date. */
async function notesOf(person: Person) {
  const { notes } = await person.call('listNotes');
  return notes.sort((a, b) => (a.content < b.content ? -1 : 1));
}

const textOf = ({ title, content, created_at, updated_at }: Note) => ({
  title,
  content,
  created_at,
  updated_at,
});

function sizesOf(person: Person, notes: Note[] = []) {
  return Promise.all(
    notes.map(async ({ photo_path: path }) => {
      if (!path) return undefined;
      const photo = await person.call('readFile', { params: { path } });
      const { width, height } = await sharp(photo).metadata();
      return `${width}×${height}`;
    }),
  );
}
