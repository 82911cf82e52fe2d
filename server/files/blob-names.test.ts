import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { s3Settings } from '#tests/support/test-s3.ts';
import { openBlobs } from './open-blobs.ts';

const NAMES = [
  '../outside.txt',
  '../../x',
  '/etc/passwd',
  '..',
  '.',
  '',
  'a/b',
  'a\\b',
  'a\0',
  '.x',
];

const server = await startTestServer();
after(server.stop);

test('the photo store reads, writes and removes nothing outside its folder', async () => {
  const outside = join(server.config.dataDir, 'outside.txt');
  await writeFile(outside, 'of somebody else');
  await rejectsNames(await openBlobs(server.config));
  assert.equal(await readFile(outside, 'utf8'), 'of somebody else');
});

test('no request leads out of the bucket of the photos', async (t) => {
  const requested: (string | undefined)[] = [];
  const store = createServer(({ url }, response) => {
    requested.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  t.after(() => store.close());
  const { port } = store.address() as AddressInfo;
  const blobs = await openBlobs(readConfig(s3Settings(`http://127.0.0.1:${port}`)));
  await rejectsNames(blobs);
  assert.deepEqual(requested, []);
  await blobs.remove('photo.png@320.webp');
  assert.equal(requested.length, 1);
});

test('rows that name other files are deleted without the files, and do not prevent removing other photos', async () => {
  const outside = join(server.config.dataDir, 'outside.txt');
  await writeFile(outside, 'of somebody else');
  const photo = join(server.config.dataDir, 'files/photo.png');
  await writeFile(photo, 'removed');
  const paths = [
    ...NAMES.filter((name) => name && !name.includes('\0')),
    'photo.png',
    `${'a'.repeat(300)}.png`,
  ];
  await server.query
    .insertInto('removed_blobs')
    .values(paths.map((path) => ({ path })))
    .execute();
  await server.running.wakeSweeper();
  assert.equal(await server.count('removed_blobs'), 0);
  assert.equal(await readFile(outside, 'utf8'), 'of somebody else');
  await assert.rejects(readFile(photo), { code: 'ENOENT' });
});

async function rejectsNames(blobs: Awaited<ReturnType<typeof openBlobs>>) {
  for (const name of NAMES)
    for (const use of [
      () => blobs.get(name),
      () => blobs.put(name, Buffer.from('x')),
      () => blobs.remove(name),
      ...(blobs.stream ? [() => blobs.stream?.(name)] : []),
    ])
      await assert.rejects(async () => use(), /is not a name of a stored file/);
}
