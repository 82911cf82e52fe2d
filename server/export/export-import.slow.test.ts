import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { importExport, readExport } from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { type TestItem, testItems } from '#server/testing/items/contract.ts';
import { asForm, picture } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const ITEMS = 1000;
const PHOTOS = 200;

const server = await startTestServer();
after(server.stop);

test('an account with 1,000 items and 200 photos, exported and imported, is equal', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const atOnce = pLimit(4);
  await Promise.all(
    Array.from({ length: ITEMS }, (_, number) =>
      atOnce(async () => {
        const photo_path = number % (ITEMS / PHOTOS) === 0 ? await photoOf(ada, number) : null;
        const title = `${TITLES[number % TITLES.length]} ${number % 10}`;
        const text = `Text ${number}\n${'lines '.repeat(number % 100)}\u0001"\\`;
        await ada.call(testItems.create, { body: { title, text, photo_path } });
      }),
    ),
  );
  const exported = await readExport(ada);
  assert.equal(Object.keys(exported.files).length, ITEMS + PHOTOS + 1);
  assert.deepEqual(await importExport(bob, exported), { added: ITEMS, uploads: PHOTOS });

  const [before, imported] = await Promise.all([ada, bob].map(itemsOf));
  assert.deepEqual(imported?.map(valuesOf), before?.map(valuesOf));
  assert.deepEqual(await sizesOf(bob, imported), await sizesOf(ada, before));
  assert.deepEqual(await importExport(bob, exported), { added: 0, uploads: 0 });
  assert.equal((await bob.call(testItems.list)).items.length, ITEMS);
});

const TITLES = ['Harbour walk', '東京', 'naïve/café', 'مرحبا', '👩‍🚀', '..\\..'];

async function photoOf(person: Person, number: number) {
  const bytes = await picture('png', 8 + (number % 7), 6 + (number % 3));
  return (await person.call(kit.upload, { body: asForm(bytes) })).filePath;
}

/** Returns the items in an order that does not depend on their ids: some have the same date. */
async function itemsOf(person: Person) {
  const { items } = await person.call(testItems.list);
  return items.sort((a, b) => (a.text < b.text ? -1 : 1));
}

const valuesOf = ({ title, text, created_at, updated_at }: TestItem) => ({
  title,
  text,
  created_at,
  updated_at,
});

function sizesOf(person: Person, items: TestItem[] = []) {
  return Promise.all(
    items.map(async ({ photo_path: path }) => {
      if (!path) return undefined;
      const photo = await person.call(kit.readFile, { params: { path } });
      const { width, height } = await sharp(photo).metadata();
      return `${width}×${height}`;
    }),
  );
}
