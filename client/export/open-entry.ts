import { Inflate } from 'fflate';
import { crc32 } from './crc32.ts';
import { FileError } from './file-error.ts';
import { fileErrors as m } from './messages.ts';
import { read, type ZipEntry } from './read-zip.ts';

const HEADER_BYTES = 30;
const READ_BYTES = 1024 * 1024;
/** Deflate expands data at most a thousandfold, so a small chunk never takes much memory. */
const INFLATE_BYTES = 16 * 1024;
/** More than the ratio of any text in an export, because each item has an id that cannot be compressed. */
const RATIO_MAX = 250;
const RATIO_MATTERS_FROM_BYTES = 1024 * 1024;

/** Returns the content of a file in an archive. Throws if it is not what was stored, or larger than `maxBytes`. */
export async function openEntry(file: Blob, entry: ZipEntry, maxBytes: number): Promise<Blob> {
  const { name, size, storedSize, isDeflated } = entry;
  const isBomb = size > RATIO_MATTERS_FROM_BYTES && size > storedSize * RATIO_MAX;
  if (size > maxBytes || isBomb) throw new FileError(m.tooLarge(name));
  const start = await contentStart(file, entry);
  if (start + storedSize > file.size) throw new FileError(m.damaged(name));
  const stored = file.slice(start, start + storedSize);
  if (isDeflated) return inflated(stored, entry);
  let crc = 0;
  for (let at = 0; at < storedSize; at += READ_BYTES)
    crc = crc32(await bytesOf(stored, at, READ_BYTES), crc);
  if (crc !== entry.crc) throw new FileError(m.damaged(name));
  return stored;
}

/** Returns where the content begins: after a header that repeats the name. */
async function contentStart(file: Blob, { offset, name }: ZipEntry) {
  const header = await read(file, offset, HEADER_BYTES);
  if (header.getUint32(0, true) !== 0x04034b50) throw new FileError(m.damaged(name));
  const nameBytes = header.getUint16(26, true);
  const repeated = await read(file, offset + HEADER_BYTES, nameBytes);
  if (new TextDecoder().decode(repeated) !== name) throw new FileError(m.damaged(name));
  return offset + HEADER_BYTES + nameBytes + header.getUint16(28, true);
}

async function inflated(stored: Blob, { name, size, crc: expected }: ZipEntry) {
  const content = new Uint8Array(size);
  let length = 0;
  let crc = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) throw new FileError(m.damaged(name));
    content.set(piece, length);
    crc = crc32(piece, crc);
    length += piece.length;
  });
  try {
    for (let at = 0; at < stored.size || at === 0; at += INFLATE_BYTES)
      inflate.push(await bytesOf(stored, at, INFLATE_BYTES), at + INFLATE_BYTES >= stored.size);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(m.damaged(name));
  }
  if (length !== size || crc !== expected) throw new FileError(m.damaged(name));
  return new Blob([content]);
}

async function bytesOf(blob: Blob, start: number, size: number) {
  const { buffer } = await read(blob, start, Math.min(size, blob.size - start));
  return new Uint8Array(buffer);
}
