import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { fieldMessages } from '#shared/messages.ts';
import { notes } from './feature.ts';

const m = {
  ...fieldMessages,
  titleRequired: 'Title is required',
  titleTooLong: 'Title must be at most 100 characters',
  contentRequired: 'Content is required',
  contentTooLong: 'Content must be at most 1000 characters',
};

const server = await startTestServer({ features: [notes] });
after(server.stop);
const ada = await server.signUp();
const bob = await server.signUp();
const { note } = await ada.call('createNote', { body: { title: 'Title', content: 'Content' } });

// The limits themselves are tested with the contract.
const rules = [
  [{ title: 'x'.repeat(101) }, { title: m.titleTooLong }],
  [{ content: 'x'.repeat(1001) }, { content: m.contentTooLong }],
  [{ title: undefined }, { title: m.titleRequired }],
  [{ content: undefined }, { content: m.contentRequired }],
  [{ title: '' }, { title: m.titleRequired }],
  [{ title: ' \t\r\n\u00a0\u3000' }, { title: m.titleRequired }],
  [{ content: '\n\n' }, { content: m.contentRequired }],
  [{ title: '\u200b\u200c\u200d\u2060\ufeff' }, { title: m.titleRequired }],
  [{ content: '\u200b \u200b\u00ad\u2800' }, { content: m.contentRequired }],
  [{ title: null }, { title: m.titleRequired }],
  [
    { title: ['x'], content: { x: 1 } },
    { title: m.titleRequired, content: m.contentRequired },
  ],
  [{ title: 7 }, { title: m.titleRequired }],
  [{ title: 'nul\u0000' }, { title: m.brokenText }],
  [{ title: 'half\ud800' }, { title: m.brokenText }],
  [{ content: '\udc00half' }, { content: m.brokenText }],
  [{ photo_path: 'nul\u0000' }, { photo_path: m.brokenText }],
  [{ photo_path: 'half\ud800' }, { photo_path: m.brokenText }],
  [{ photo_path: 7 }, { photo_path: m.photoNotYours }],
  [{ photo_path: '' }, { photo_path: m.photoNotYours }],
  [{ photo_path: '../x' }, { photo_path: m.photoNotYours }],
  [{ photo_path: 'https://example.com/x.png' }, { photo_path: m.photoNotYours }],
  [{ photo_path: 'data:image/png;base64,AAAA' }, { photo_path: m.photoNotYours }],
  [{ photo_path: `${'x'.repeat(43)}.png` }, { photo_path: m.photoNotYours }],
];

test('each rule of a note is enforced with its message on creation and on change, and nothing changes', async () => {
  const before = await ada.call('listNotes');
  for (const [wrong, fields] of rules) {
    const body = { title: 'Title', content: 'Content', ...wrong };
    for (const name of ['createNote', 'updateNote'] as const) {
      const failed = await ada.error(name, { params: { id: note.id }, body });
      assert.deepEqual([failed.status, failed.fields], [400, fields], JSON.stringify(wrong));
      assert.equal(failed.error, Object.values(fields ?? {})[0]);
    }
  }
  assert.deepEqual(await ada.call('listNotes'), before);
});

test('an id that is not a UUID, or a version that is not an integer from 1, gets 400', async () => {
  const body = { title: 'Title', content: 'Content' };
  for (const id of ['', '1', 7, null, `${note.id}x`, '{}']) {
    const failed = await ada.error('createNote', { body: { ...body, id } });
    assert.deepEqual([failed.status, failed.fields], [400, { id: m.idInvalid }]);
  }
  for (const version of ['1', 0, -1, 1.5, null, true]) {
    const failed = await ada.error('updateNote', {
      params: { id: note.id },
      body: { ...body, version },
    });
    assert.deepEqual([failed.status, failed.fields], [400, { version: m.versionInvalid }]);
  }
});

test('someone else’s photo, a removed one and a resized copy get 400, and the photos stay', async () => {
  const his = (await bob.call('upload', { body: await pictureUpload() })).filePath;
  const mine = (await ada.call('upload', { body: await pictureUpload() })).filePath;
  const removed = (await ada.call('upload', { body: await pictureUpload() })).filePath;
  await ada.call('readFile', { params: { path: mine }, query: { w: '320' } });
  await ada.call('deleteFile', { params: { path: removed } });
  const before = await ada.call('listNotes');
  for (const photo_path of [
    his,
    removed,
    `${mine}@320.webp`,
    `files/${mine}`,
    mine.toUpperCase(),
  ]) {
    const body = { title: 'Title', content: 'Content', photo_path };
    for (const name of ['createNote', 'updateNote'] as const) {
      const failed = await ada.error(name, { params: { id: note.id }, body });
      assert.deepEqual([failed.status, failed.fields], [400, { photo_path: m.photoNotYours }]);
    }
  }
  assert.deepEqual(await ada.call('listNotes'), before);
  await bob.call('readFile', { params: { path: his } });
});

test('every endpoint of notes in the specification is described, with its own error statuses', async () => {
  const { paths } = (await server.call('openapi')) as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const specified = {
    '/api/notes': { get: ['200'], post: ['201', '403'] },
    '/api/notes/{id}': { put: ['200', '404', '409'], delete: ['200', '404'] },
  };
  for (const [path, methods] of Object.entries(specified))
    for (const [method, statuses] of Object.entries(methods))
      for (const status of statuses)
        assert.ok(
          Object.hasOwn(paths[path]?.[method]?.responses ?? {}, status),
          `${method} ${path} ${status}`,
        );
});
