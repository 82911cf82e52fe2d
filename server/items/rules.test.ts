import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { fieldRuleMessages, fieldMessages as m } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();
const bob = await server.signUp();
const item = await create();

const titleInvalid = fieldRuleMessages.required('Title');
const titleTooLong = fieldRuleMessages.tooLong('Title', 100);
const textRequired = fieldRuleMessages.required('Text');
const textTooLong = fieldRuleMessages.tooLong('Text', 1000);

// Values of other kinds of fields are in items.test.ts.
const rules = [
  [{ title: 'x'.repeat(101) }, { title: titleTooLong }],
  [{ text: 'x'.repeat(1001) }, { text: textTooLong }],
  [{ text: undefined }, { text: textRequired }],
  [{ text: '' }, { text: textRequired }],
  [{ text: '\n\n' }, { text: textRequired }],
  [{ text: ' \t\r\n\u00a0\u3000' }, { text: textRequired }],
  [{ text: '\u200b\u200c\u200d\u2060\ufeff' }, { text: textRequired }],
  [{ text: '\u200b \u200b\u00ad\u2800' }, { text: textRequired }],
  [{ text: null }, { text: textRequired }],
  [
    { title: ['x'], text: { x: 1 } },
    { title: titleInvalid, text: textRequired },
  ],
  [{ title: 7 }, { title: titleInvalid }],
  [{ title: null }, { title: titleInvalid }],
  [{ title: 'nul\u0000' }, { title: m.brokenText }],
  [{ title: 'half\ud800' }, { title: m.brokenText }],
  [{ text: '\udc00half' }, { text: m.brokenText }],
  [{ photo_path: 'nul\u0000' }, { photo_path: m.brokenText }],
  [{ photo_path: 'half\ud800' }, { photo_path: m.brokenText }],
  [{ photo_path: 7 }, { photo_path: m.photoNotYours }],
  [{ photo_path: '' }, { photo_path: m.photoNotYours }],
  [{ photo_path: '../x' }, { photo_path: m.photoNotYours }],
  [{ photo_path: 'https://example.com/x.png' }, { photo_path: m.photoNotYours }],
  [{ photo_path: 'data:image/png;base64,AAAA' }, { photo_path: m.photoNotYours }],
  [{ photo_path: `${'x'.repeat(43)}.png` }, { photo_path: m.photoNotYours }],
];

test('each rule of an item is enforced with its message on creation and on change, and nothing changes', async () => {
  const before = await ada.call(testItems.list);
  for (const [wrong, fields] of rules) {
    const body = { title: 'Title', text: 'Text', ...wrong };
    for (const endpoint of [testItems.create, testItems.update]) {
      const failed = await ada.error(endpoint, { params: { id: item.id }, body });
      assert.deepEqual([failed.status, failed.fields], [400, fields], JSON.stringify(wrong));
      assert.equal(failed.error, Object.values(fields ?? {})[0]);
    }
  }
  assert.deepEqual(await ada.call(testItems.list), before);
});

test('an id that is not a UUID, or a version that is not an integer from 1, gets 400', async () => {
  const body = { text: 'Text' };
  for (const id of ['', '1', 7, null, `${item.id}x`, '{}']) {
    const failed = await ada.error(testItems.create, { body: { ...body, id } });
    assert.deepEqual([failed.status, failed.fields], [400, { id: m.idInvalid }]);
  }
  for (const version of ['1', 0, -1, 1.5, null, true]) {
    const failed = await ada.error(testItems.update, {
      params: { id: item.id },
      body: { ...body, version },
    });
    assert.deepEqual([failed.status, failed.fields], [400, { version: m.versionInvalid }]);
  }
});

test('someone else’s photo, a removed one and a resized copy get 400, and the photos stay', async () => {
  const his = (await bob.call(kit.upload, { body: await pictureUpload() })).filePath;
  const mine = (await ada.call(kit.upload, { body: await pictureUpload() })).filePath;
  const removed = (await ada.call(kit.upload, { body: await pictureUpload() })).filePath;
  await ada.call(kit.readFile, { params: { path: mine }, query: { w: '320' } });
  await ada.call(kit.deleteFile, { params: { path: removed } });
  const before = await ada.call(testItems.list);
  for (const photo_path of [
    his,
    removed,
    `${mine}@320.webp`,
    `files/${mine}`,
    mine.toUpperCase(),
  ]) {
    const body = { text: 'Text', photo_path };
    for (const endpoint of [testItems.create, testItems.update]) {
      const failed = await ada.error(endpoint, { params: { id: item.id }, body });
      assert.deepEqual([failed.status, failed.fields], [400, { photo_path: m.photoNotYours }]);
    }
  }
  assert.deepEqual(await ada.call(testItems.list), before);
  await bob.call(kit.readFile, { params: { path: his } });
});

test('a change with an outdated version gets 409 with the current item, and changes nothing', async () => {
  const { id } = await create();
  const change = (version: number) => ({
    params: { id },
    body: { text: `on ${version}`, version },
  });
  const { item: current } = await ada.call(testItems.update, change(1));
  for (const version of [1, 3]) {
    const failed = await ada.error(testItems.update, change(version));
    assert.deepEqual([failed.status, failed.conflict], [409, { item: current }]);
    assert.equal(failed.error, 'This item was changed somewhere else in the meantime.');
  }
  assert.deepEqual(await find(id), current);
  assert.equal((await ada.call(testItems.update, change(2))).item.version, 3);
});

test('one of two concurrent changes with the same version gets 200, the other 409', async () => {
  const { id } = await create();
  const outcomes = await Promise.all(
    ['A', 'B'].map((text) =>
      ada.send(testItems.update, { params: { id }, body: { text, version: 1 } }),
    ),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 409]);
  const [winner] = outcomes.filter((outcome) => outcome.ok);
  const [loser] = outcomes.filter((outcome) => !outcome.ok);
  assert.deepEqual(winner?.body.item, await find(id));
  assert.deepEqual(loser?.conflict?.item, winner?.body.item);
});

test('concurrent changes without a version all succeed, and each increases the version', async () => {
  const { id } = await create();
  await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      ada.call(testItems.update, { params: { id }, body: { text: `${number}` } }),
    ),
  );
  assert.equal((await find(id))?.version, 9);
});

test('deleting an outdated version gets 409 with the current item, and the item stays', async () => {
  const { id } = await create();
  const body = { text: 'changed elsewhere' };
  const { item: current } = await ada.call(testItems.update, { params: { id }, body });
  const refused = await ada.error(testItems.remove, { params: { id }, query: { version: '1' } });
  assert.deepEqual([refused.status, refused.conflict], [409, { item: current }]);
  for (const version of ['0', '-1', '1.5', 'x', '1e1'])
    assert.equal(
      (await ada.error(testItems.remove, { params: { id }, query: { version } })).status,
      400,
    );
  assert.deepEqual(await find(id), current);
  await ada.call(testItems.remove, { params: { id }, query: { version: '2' } });
  assert.equal(await find(id), undefined);
});

async function create() {
  return (await ada.call(testItems.create, { body: { title: 'Title', text: 'Text' } })).item;
}

async function find(id: string) {
  return (await ada.call(testItems.list)).items.find((item) => item.id === id);
}
