import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readExport } from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { asForm, noisePng, picture } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { EXPORTS_AT_ONCE_PER_USER } from './exports.ts';

const server = await startTestServer();
after(server.stop);

test('an export has a Markdown file and the photo of each item, and one file with all items', async () => {
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: asForm(await picture()) });
  const body = { title: 'Harbour / walk', text: 'Red boat', photo_path: filePath };
  const { item } = await ada.call(testItems.create, { body });
  await ada.call(testItems.create, { body: { text: 'No title and no photo' } });
  const { files, everything } = await readExport(ada);

  const name = `items/${item.created_at.slice(0, 10)} Harbour walk`;
  const untitled = `items/${item.created_at.slice(0, 10)} Untitled`;
  assert.deepEqual(
    Object.keys(files).sort(),
    ['export.json', `${name}.md`, `${name}.png`, `${untitled}.md`].sort(),
  );
  assert.match(Buffer.from(files[`${name}.md`] ?? []).toString(), /\nRed boat\n/);
  const photo = await ada.call(kit.readFile, { params: { path: filePath } });
  assert.deepEqual(Buffer.from(files[`${name}.png`] ?? []), photo);
  assert.equal(everything.format, 1);
  const { user_type: _, ...account } = ada.user;
  assert.deepEqual(everything.account, account);
  assert.deepEqual(everything.items.items?.[1], {
    id: item.id,
    title: 'Harbour / walk',
    text: 'Red boat',
    photo_path: filePath,
    created_at: item.created_at,
    updated_at: item.updated_at,
    photo_file: `${name}.png`,
  });
});

test('an export of an empty account is a valid archive', async () => {
  const { files, everything } = await readExport(await server.signUp());
  assert.deepEqual(Object.keys(files), ['export.json']);
  assert.deepEqual(everything.items, { items: [] });
});

test('an item whose photo is missing is exported without it', async () => {
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: asForm(await picture()) });
  await ada.call(testItems.create, { body: { text: 'x', photo_path: filePath } });
  await server.running.blobs.remove(filePath);
  const { everything } = await readExport(ada);
  assert.equal(everything.items.items?.[0]?.photo_file, null);
});

test('a photo of several items is written once and referenced by each', async () => {
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: asForm(await picture()) });
  for (const text of ['one', 'two'])
    await ada.call(testItems.create, { body: { text, photo_path: filePath } });
  const { files, everything } = await readExport(ada);
  const named = everything.items.items?.map(({ photo_file }) => photo_file) ?? [];
  assert.equal(named.length, 2);
  assert.equal(new Set(named).size, 1);
  assert.equal(Object.keys(files).filter((name) => !/\.(md|json)$/.test(name)).length, 1);
  for (const name of Object.keys(files).filter((name) => name.endsWith('.md')))
    assert.ok(
      Buffer.from(files[name] ?? [])
        .toString()
        .includes('.png'),
      name,
    );
});

test('several pages of items and a large photo arrive complete', async () => {
  const ada = await server.signUp();
  const bytes = await noisePng(800, 600);
  const { filePath } = await ada.call(kit.upload, { body: asForm(bytes) });
  for (let number = 0; number < 205; number++)
    await ada.call(testItems.create, {
      body: { text: `Text ${number}`, photo_path: number === 0 ? filePath : null },
    });
  const { files, everything } = await readExport(ada);
  assert.equal(everything.items.items?.length, 205);
  assert.equal(new Set(everything.items.items.map(({ id }) => id)).size, 205);
  assert.equal(Object.keys(files).length, 205 + 1 + 1);
  const name = everything.items.items.at(-1)?.photo_file ?? '';
  const stored = await ada.call(kit.readFile, { params: { path: filePath } });
  assert.deepEqual(Buffer.from(files[name] ?? []), stored);
});

test('the browser saves the file from a signed address, which gives access to nothing else', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  await ada.call(testItems.create, { body: { text: 'Of Ada' } });
  const { url } = await ada.call(kit.signExport);
  const response = await fetch(server.url + url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/zip');
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.zip"$/,
  );
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.ok((await response.bytes()).length > 100);
  const ofBob = (await bob.call(kit.signExport)).url.replace(/\?.*/, url.replace(/.*\?/, '?'));
  assert.equal((await fetch(server.url + ofBob)).status, 404);
});

test('a signed address expires with the session that requested it, and not with another one', async () => {
  const ada = await server.signUp();
  const { token } = await server.call(kit.login, {
    body: { email: ada.email, password: ada.password },
  });
  const [first, second] = [
    await ada.call(kit.signExport),
    await server.as(token).call(kit.signExport),
  ];
  await ada.call(kit.logout);
  assert.equal((await fetch(server.url + first.url)).status, 404);
  assert.equal((await fetch(server.url + second.url)).status, 200);
});

test('a HEAD request for an export takes no place', async () => {
  const ada = await server.signUp();
  const { url } = await ada.call(kit.signExport);
  for (let count = 0; count <= EXPORTS_AT_ONCE_PER_USER; count++)
    assert.equal((await fetch(server.url + url, { method: 'HEAD' })).status, 200);
  await readExport(ada);
});
