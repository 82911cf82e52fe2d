import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { NOBODY } from '#client/storage/nobody.ts';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import { deleteShared, hasShared, readShared, storeShared } from '#client/sync/shared-content.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { receiveShare } from './receive-share.ts';

const target = {
  path: '/tasks' as const,
  params: { title: 'title', text: 'text', url: 'url', photo: 'photo' },
};
const MEGABYTE = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => {
  installFakeBrowser('https://app.example/');
  globalThis.indexedDB = new IDBFactory();
});

test('shared content is stored for the screen that makes a draft of it', async () => {
  const response = await share({ title: 'Recipe', text: 'Two eggs', photo: picture() });
  assert.deepEqual([response.status, locationOf(response)], [303, '/tasks?shared']);
  const database = await openLocalDatabase();
  const [shared, ...others] = await readShared(database);
  assert.ok(shared && others.length === 0);
  assert.deepEqual(
    [shared.title, shared.text, shared.url, shared.photo?.size, shared.hasUnusablePhoto],
    ['Recipe', 'Two eggs', '', 4, false],
  );
  await deleteShared(database, shared.id);
  assert.equal(await hasShared(database), false);
});

test('every photo is stored, the first with the text', async () => {
  await share({ text: 'Harbour' }, picture(1), picture(2));
  assert.deepEqual(
    (await stored()).map(({ text, photo }) => [text, photo?.size]),
    [
      ['Harbour', 1],
      ['', 2],
    ],
  );
});

test('a file that is not a picture or too large is not stored, but the text is', async () => {
  for (const file of [
    new File(['x'], 'a.html', { type: 'text/html' }),
    new File([], 'empty.jpg', { type: 'image/jpeg' }),
    picture(20 * MEGABYTE + 1),
  ]) {
    globalThis.indexedDB = new IDBFactory();
    await share({ title: 'Photo' }, file);
    const [shared] = await stored();
    assert.deepEqual(
      [shared?.title, shared?.photo, shared?.hasUnusablePhoto],
      ['Photo', undefined, true],
    );
  }
});

test('an empty form, a file as text and a body that is not a form store nothing', async () => {
  await share({});
  await share({ title: ' ' });
  const bodies = ['{}', 'x'.repeat(MEGABYTE)];
  for (const body of bodies) {
    const request = new Request('https://app.example/tasks', { method: 'POST', body });
    assert.equal((await receiveShare(request, target)).status, 303);
  }
  assert.deepEqual(await stored(), []);
});

test('the newest five are kept', async () => {
  const database = await openLocalDatabase();
  const at = Date.now();
  const text = (text: string) => ({ title: '', text, url: '', files: [] });
  for (let count = 1; count <= 7; count++)
    await storeShared(database, text(String(count)), at + count);
  assert.equal((await stored()).map((shared) => shared.text).join(), '3,4,5,6,7');
  await storeShared(database, { ...text('x'), files: Array(9).fill(picture()) }, at + 10);
  assert.equal((await stored()).length, 5);
  await storeShared(database, text('y'.repeat(20_000)), at + 20);
  assert.equal((await stored()).at(-1)?.text.length, 10_000);
});

test('content that was shared more than a day ago is deleted, with its photo, when it is read', async () => {
  const database = await openLocalDatabase();
  const at = Date.now();
  const rows = () =>
    database
      .forUser(NOBODY)
      .read(['drafts', 'photos'], async ({ getAll }) => [
        (await getAll('drafts', [])).length,
        (await getAll('photos', [])).length,
      ]);
  const withPhoto = { title: 'Yesterday', text: '', url: '', files: [picture()] };
  for (const look of [hasShared, readShared]) {
    await storeShared(database, withPhoto, at - 25 * HOUR_MS);
    assert.deepEqual(await rows(), [1, 1]);
    const found = await look(database, at);
    assert.deepEqual(found, look === hasShared ? false : []);
    assert.deepEqual(await rows(), [0, 0]);
  }
  await storeShared(database, withPhoto, at - 23 * HOUR_MS);
  assert.equal(await hasShared(database, at), true);
  assert.deepEqual(await rows(), [1, 1]);
});

test('text that cannot be stored is passed in the address', async () => {
  mock.method(console, 'error', () => {});
  Object.assign(globalThis, { indexedDB: undefined });
  const response = await share({ title: 'Recipe', text: 'Two eggs & salt' });
  assert.equal(locationOf(response), '/tasks?title=Recipe&text=Two+eggs+%26+salt&url=');
});

test('the address is limited and never ends in half a character', async () => {
  mock.method(console, 'error', () => {});
  Object.assign(globalThis, { indexedDB: undefined });
  for (const text of ['x'.repeat(MEGABYTE), '語'.repeat(9000), '🛥'.repeat(9000)]) {
    const address = locationOf(await share({ title: 'Recipe', text })) ?? '';
    assert.ok(address.length <= 4000, String(address.length));
    const passed = new URLSearchParams(address.split('?')[1]);
    assert.equal(passed.get('title'), 'Recipe');
    assert.ok(text.startsWith(passed.get('text') || '-'));
  }
});

test('a form from another website replaces nothing that is stored', async () => {
  await share({ text: 'Waiting' });
  const foreign: RequestInit[] = [
    { headers: { Origin: 'https://evil.example' } },
    { headers: { 'Sec-Fetch-Site': 'cross-site' } },
    { referrer: 'https://app.example.evil.example/' },
  ];
  for (const from of foreign) {
    const response = await receiveShare(requestWith({ text: 'Junk' }, [], from), target);
    assert.deepEqual([response.status, locationOf(response)], [303, '/tasks']);
  }
  assert.deepEqual(
    (await stored()).map(({ text }) => text),
    ['Waiting'],
  );
});

test('a share by the system or by a page of this site is stored, whatever its headers say', async () => {
  const own: RequestInit[] = [
    { headers: { Origin: 'null', 'Sec-Fetch-Site': 'none' } },
    { headers: { Origin: 'https://app.example' } },
    { referrer: 'https://app.example/tasks' },
    { referrer: '' },
  ];
  for (const [index, from] of own.entries())
    await receiveShare(requestWith({ text: String(index) }, [], from), target);
  assert.equal((await stored()).length, own.length);
});

const share = (texts: Record<string, string | File>, ...files: File[]) =>
  receiveShare(requestWith(texts, files), target);

function requestWith(texts: Record<string, string | File>, files: File[], from: RequestInit = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const file of files) form.append('photo', file);
  const init = { method: 'POST', body: form, ...from };
  return new Request('https://app.example/tasks?share', init);
}

const stored = async () => readShared(await openLocalDatabase());

const picture = (bytes = 4) => new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });

const locationOf = ({ headers }: Response) =>
  headers.get('location')?.replace('https://app.example', '');
