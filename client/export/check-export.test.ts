import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { asFile, exportedItem, exportFile } from '#client/testing/exports.ts';
import { textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';
import { checkExport } from './check-export.ts';
import { fileErrors as m } from './messages.ts';

const tasks = defineItems({
  one: 'task',
  many: 'tasks',
  fields: { text: textField('Text', { maxCharacters: 100, isRequired: true }) },
  photo: true,
});

const task = (number: number, fields: object = {}) =>
  exportedItem(number, { text: `Task ${number}`, ...fields });

function check(bytes: Uint8Array, signal = new AbortController().signal) {
  return checkExport(asFile(bytes), { signal, onProgress: mock.fn(), kinds: [tasks] });
}

test('an export is read with its photos, without unknown fields', async () => {
  const photo = { photo_path: 'abc.jpg', photo_file: 'tasks/1.jpg' };
  const content = { items: { tasks: [task(1, { ...photo, version: 3 }), task(2)] } };
  const found = await check(exportFile(content, { 'tasks/1.jpg': strToU8('photo') }));
  assert.equal(found.itemCount, 2);
  assert.deepEqual(found.items.get('tasks')?.[0], {
    id: task(1).id,
    text: 'Task 1',
    photo_path: 'abc.jpg',
    created_at: task(1).created_at,
    updated_at: task(1).updated_at,
  });
  assert.equal(await (await found.photos.get('abc.jpg')?.())?.text(), 'photo');
});

test('a photo that was already missing when the export was made is not expected', async () => {
  const found = await check(exportFile({ items: { tasks: [task(1, { photo_path: 'abc.jpg' })] } }));
  assert.equal(found.items.get('tasks')?.[0]?.photo_path, null);
});

test('the message says what is wrong with an export', async () => {
  const photo = { photo_path: 'abc.jpg', photo_file: 'tasks/1.jpg' };
  const fileOf = (...list: unknown[]) => exportFile({ items: { tasks: list } });
  for (const [bytes, message] of [
    [zipSync({ 'a.txt': strToU8('x') }), m.notExport],
    [zipSync({ 'export.json': strToU8('{"format":1') }), m.damaged('export.json')],
    [zipSync({ 'export.json': strToU8('[]') }), m.notExport],
    [zipSync({ 'export.json': strToU8('null') }), m.notExport],
    [exportFile({ format: 2, items: 'another structure' }), m.otherVersion],
    [exportFile({ format: '1' }), m.notExport],
    [exportFile({ items: { users: [] } }), m.unknownKind('users')],
    [exportFile({ items: { tasks: {} } }), m.notExport],
    [fileOf(null), m.notExport],
    [fileOf(task(1), task(2, { text: '' })), m.invalidEntry(2, 'Text is required')],
    [fileOf(task(1), task(1)), m.duplicate],
    [fileOf(task(1, photo)), m.photoMissing('tasks/1.jpg')],
  ] as const)
    await assert.rejects(check(bytes), { message });
  const large = exportFile(
    { items: { tasks: [task(1, photo)] } },
    { 'tasks/1.jpg': [new Uint8Array(11_000_000), { level: 0 }] },
  );
  await assert.rejects(check(large), { message: m.photoTooLarge('tasks/1.jpg') });
});

test('a message explains an invalid field in plain words', async () => {
  for (const field of ['id', 'text', 'photo_path', 'created_at', 'updated_at'])
    for (const value of [undefined, 17, {}]) {
      const items = { tasks: [task(1, { [field]: value })] };
      await assert.rejects(check(exportFile({ items })), ({ message }: Error) => {
        assert.match(message, /^Entry 1 of the file is not valid: /);
        assert.doesNotMatch(message, /Invalid|Expected|undefined/);
        return true;
      });
    }
});

test('long names in a file are cut off in messages', async () => {
  const name = 'x'.repeat(300_000);
  const photo = { photo_path: 'abc.jpg', photo_file: name };
  for (const items of [{ [name]: [] }, { tasks: [task(1, photo)] }])
    await assert.rejects(check(exportFile({ items })), ({ message }: Error) => {
      assert.ok(message.length < 200 && message.includes(`${name.slice(0, 100)}…`));
      return true;
    });
});

test('the browser can react while a long export is checked', async (t) => {
  let milliseconds = 0;
  t.mock.method(performance, 'now', () => milliseconds++);
  const yieldNow = mock.fn(async () => {});
  Object.assign(globalThis, { scheduler: { yield: yieldNow } });
  t.after(() => Reflect.deleteProperty(globalThis, 'scheduler'));
  const list = Array.from({ length: 100 }, (_, number) => task(number));
  assert.equal((await check(exportFile({ items: { tasks: list } }))).itemCount, 100);
  // Half a frame has eight steps of one millisecond.
  assert.ok(yieldNow.mock.callCount() >= 10);
});

test('an export with too much text is rejected with a message that names the limit', async () => {
  const bytes = exportFile({ items: { tasks: [task(1)] } });
  const directory = Buffer.from(bytes.buffer).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(bytes.buffer).setUint32(directory + 24, 128 * 1024 * 1024 + 1, true);
  await assert.rejects(check(bytes), { message: m.textTooLarge(128) });
});

test('checking can be cancelled', async () => {
  const cancelled = AbortSignal.abort();
  const bytes = exportFile({
    items: { tasks: Array.from({ length: 300 }, (_, number) => task(number)) },
  });
  await assert.rejects(check(bytes, cancelled), { name: 'AbortError' });
});
