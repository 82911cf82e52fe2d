import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { asFile } from '#client/testing/exports.ts';
import { fileErrors as m } from './messages.ts';
import { openEntry } from './open-entry.ts';
import { readDirectory } from './read-zip.ts';

const MAX_BYTES = 10_000_000;
const text = 'Red boat. '.repeat(50);
const archive = zipSync({
  'a/東京.txt': strToU8(text),
  'b.bin': [Uint8Array.of(1, 2, 3), { level: 0 }],
});

async function contents(bytes: Uint8Array) {
  const file = asFile(bytes);
  const entries = await readDirectory(file);
  return Promise.all(
    entries.map(async (entry) => [
      entry.name,
      await (await openEntry(file, entry, MAX_BYTES)).text(),
    ]),
  );
}

test('deflated and stored files are read', async () => {
  assert.deepEqual(await contents(archive), [
    ['a/東京.txt', text],
    ['b.bin', '\u0001\u0002\u0003'],
  ]);
});

test('a truncated file is rejected, wherever it was cut off', async () => {
  for (let size = 0; size < archive.length; size++)
    await assert.rejects(contents(archive.slice(0, size)), { message: m.notZip });
});

test('every altered byte in names, sizes and contents is noticed', async () => {
  const expected = await contents(archive);
  for (let at = 0; at < archive.length; at++) {
    const altered = archive.slice();
    altered[at] = (altered[at] ?? 0) ^ 0x55;
    const read = await contents(altered).catch(() => undefined);
    // Versions, times and attributes do not matter.
    if (read) assert.deepEqual(read, expected, `byte ${at}`);
  }
});

test('names that lead elsewhere or are very long are rejected', async () => {
  const outside = ['../x', 'a/../../x', '/etc/passwd', '..\\x', 'C:x', 'a/./b', 'a\u0000b'];
  for (const name of [...outside, 'x'.repeat(600)])
    await assert.rejects(readDirectory(asFile(zipSync({ [name]: strToU8('x') }))), {
      message: m.unsafeName,
    });
});

test('a file that is larger than declared or than allowed is rejected', async () => {
  const bomb = zipSync({ bomb: new Uint8Array(20_000_000) });
  const file = asFile(bomb);
  const [entry] = await readDirectory(file);
  assert.ok(entry && entry.storedSize < 40_000);
  await assert.rejects(openEntry(file, entry, MAX_BYTES), { message: m.tooLarge('bomb') });
  // Within the size limit, but compressed more than an export can be.
  await assert.rejects(openEntry(file, entry, 30_000_000), { message: m.tooLarge('bomb') });
  await assert.rejects(openEntry(file, { ...entry, size: 1000 }, MAX_BYTES), {
    message: m.damaged('bomb'),
  });
});

test('overlapping files are rejected', async () => {
  const altered = zipSync({
    a: [strToU8('same'), { level: 0 }],
    b: [strToU8('same'), { level: 0 }],
  });
  const directory = Buffer.from(altered).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  // The second file begins where the first does.
  new DataView(altered.buffer).setUint32(directory + 42, 0, true);
  await assert.rejects(readDirectory(asFile(altered)), { message: m.damagedDirectory });
});

test('an encrypted file and a file that is not an archive are rejected', async () => {
  const locked = zipSync({ a: strToU8('x') });
  const directory = Buffer.from(locked).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  locked[directory + 8] = (locked[directory + 8] ?? 0) | 1;
  await assert.rejects(readDirectory(asFile(locked)), { message: m.encrypted });
  for (const bytes of [strToU8('Not a ZIP file'), new Uint8Array(100_000)])
    await assert.rejects(readDirectory(asFile(bytes)), { message: m.notZip });
});
