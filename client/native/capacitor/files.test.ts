import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { fakeFilesystem } from '#client/testing/fake-filesystem.ts';
import { installFakeNativeBridge } from '#client/testing/fake-native-bridge.ts';

const { files, methods } = fakeFilesystem();
installFakeNativeBridge({ Filesystem: methods });
const { deviceFiles } = await import('./files.ts');

const FOLDER = 'unsent/user-1';
const NOTE = `${FOLDER}/notes.1.json`;

afterEach(() => {
  mock.restoreAll();
  files.clear();
});

test('a written file is listed and can be read until it is removed', async () => {
  await deviceFiles.write(NOTE, '{"title":"Ähre 🌾"}');
  await deviceFiles.write(NOTE, '{"title":"Second"}');
  assert.deepEqual(await deviceFiles.list(FOLDER), ['notes.1.json']);
  assert.equal(await deviceFiles.read(NOTE), '{"title":"Second"}');
  await deviceFiles.remove(NOTE);
  assert.deepEqual(await deviceFiles.list(FOLDER), []);
  assert.equal(await deviceFiles.read(NOTE), undefined);
});

test('a folder is removed with all its files, and no other folder', async () => {
  await deviceFiles.write(NOTE, 'mine');
  await deviceFiles.write('unsent/user-10/notes.1.json', 'theirs');
  await deviceFiles.removeFolder(FOLDER);
  assert.deepEqual([...files.keys()], ['unsent/user-10/notes.1.json']);
  assert.deepEqual(await deviceFiles.list('unsent'), [], 'folders are not listed');
});

test('missing files and folders do not count as failures', async () => {
  assert.deepEqual(await deviceFiles.list(FOLDER), []);
  assert.equal(await deviceFiles.read(NOTE), undefined);
  await deviceFiles.remove(NOTE);
  await deviceFiles.removeFolder(FOLDER);
});

test('a write that ends halfway leaves the earlier file as it was', async () => {
  await deviceFiles.write(NOTE, 'first');
  const { writeFile } = methods;
  mock.method(methods, 'writeFile', (options: { data: string }) => {
    writeFile({ ...options, data: 'sec' });
    throw new Error('The app was ended');
  });
  await assert.rejects(deviceFiles.write(NOTE, 'second'));
  assert.equal(await deviceFiles.read(NOTE), 'first');
  assert.deepEqual(await deviceFiles.list(FOLDER), ['notes.1.json'], 'without the unfinished file');

  mock.restoreAll();
  await deviceFiles.write(NOTE, 'third');
  assert.deepEqual([...files], [[NOTE, 'third']]);
});

test('any other failure is reported and does not stop later calls', async () => {
  mock.method(methods, 'readFile', () => {
    throw Object.assign(new Error('Not readable'), { code: 'OS-PLUG-FILE-0013' });
  });
  const failed = assert.rejects(deviceFiles.read(NOTE), { code: 'OS-PLUG-FILE-0013' });
  await deviceFiles.write(NOTE, 'text');
  await failed;
  assert.equal(files.get(NOTE), 'text');
});

test('calls run in the order in which they are made, even if the first takes longest', async () => {
  const { writeFile } = methods;
  const slow = Promise.withResolvers<void>();
  mock.method(methods, 'writeFile', async (options: { data: string }) => {
    if (options.data === 'first') await slow.promise;
    writeFile(options);
  });
  const calls = [
    deviceFiles.write(NOTE, 'first'),
    deviceFiles.write(NOTE, 'second'),
    deviceFiles.read(NOTE),
    deviceFiles.removeFolder(FOLDER),
    deviceFiles.list(FOLDER),
  ];
  setImmediate(slow.resolve);
  assert.deepEqual(await Promise.all(calls), [undefined, undefined, 'second', undefined, []]);
  assert.equal(files.size, 0);
});
