import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { createZipWriter } from './zip-writer.ts';

const time = new Date('2026-11-17T09:30:00Z');

function addStored(zip: ReturnType<typeof createZipWriter>, name: string, content: Buffer) {
  const { length: size } = content;
  const entry = { name, isDeflated: false, crc: crc32(content), size, storedSize: size, time };
  return [zip.begin(entry), content];
}

test('another library can read the files, stored and deflated', () => {
  const zip = createZipWriter();
  const text = Buffer.from('text '.repeat(100));
  const deflated = deflateRawSync(text);
  const entry = { name: 'b/東京.md', isDeflated: true, crc: crc32(text), size: text.length, time };
  const archive = Buffer.concat([
    ...addStored(zip, 'a.bin', Buffer.from([1, 2, 3])),
    zip.begin({ ...entry, storedSize: deflated.length }),
    deflated,
    ...zip.end(),
  ]);
  const files = unzipSync(archive);
  assert.deepEqual(Object.keys(files), ['a.bin', 'b/東京.md']);
  assert.deepEqual([...(files['a.bin'] ?? [])], [1, 2, 3]);
  assert.deepEqual(Buffer.from(files['b/東京.md'] ?? []), text);
});

test('more than 65,535 files are written as ZIP64', () => {
  const zip = createZipWriter();
  const pieces: Buffer[] = [];
  for (let number = 0; number < 66_000; number++)
    pieces.push(...addStored(zip, `${number}`, Buffer.from(String(number))));
  const files = unzipSync(Buffer.concat([...pieces, ...zip.end()]));
  assert.equal(Object.keys(files).length, 66_000);
  assert.equal(Buffer.from(files['65999'] ?? []).toString(), '65999');
});

test('positions and sizes beyond 4 GB are written as 64-bit numbers', () => {
  const start = 5 * 2 ** 30;
  const zip = createZipWriter(start);
  const size = 6 * 2 ** 30;
  const header = zip.begin({
    name: 'big',
    isDeflated: false,
    crc: 0,
    size,
    storedSize: size,
    time,
  });
  // After signature, version, flags, method, time, CRC, sizes and the length of the name: the extra field.
  assert.equal(header.readUInt32LE(18), 0xffffffff);
  assert.equal(header.readBigUInt64LE(30 + 3 + 4), BigInt(size));
  const end = Buffer.concat([...zip.end()]);
  assert.equal(end.readUInt32LE(42), 0xffffffff);
  const extra = 46 + 3 + 4;
  assert.equal(end.readBigUInt64LE(extra + 16), BigInt(start));
  const record = end.indexOf(Buffer.from([0x50, 0x4b, 6, 6]));
  assert.equal(end.readBigUInt64LE(record + 48), BigInt(start + header.length + size));
  const locator = end.indexOf(Buffer.from([0x50, 0x4b, 6, 7]));
  assert.equal(end.readBigUInt64LE(locator + 8), BigInt(start + header.length + size + record));
});
