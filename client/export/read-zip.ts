import { startSlices } from '#client/yield-to-browser.ts';
import { FileError } from './file-error.ts';
import { fileErrors as m } from './messages.ts';

/** A file in a ZIP archive, as its directory describes it. */
export type ZipEntry = {
  name: string;
  isDeflated: boolean;
  crc: number;
  size: number;
  storedSize: number;
  /** The offset of its header. */
  offset: number;
};

const ENTRIES_MAX = 250_000;
const DIRECTORY_MAX_BYTES = 64 * 1024 * 1024;
/** The names in an export are at most half as long. */
const NAME_MAX_BYTES = 512;
/** The size of the last record of an archive, with the longest comment that can follow it. */
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;
const LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
const ENTRY_BYTES = 46;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const IS_ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the directory of a ZIP archive. Rejects what no export contains: names that lead out of the folder, duplicate
 * names, overlapping files, encryption.
 */
export async function readDirectory(file: Blob): Promise<ZipEntry[]> {
  const { count, size, start } = await findDirectory(file);
  if (count > ENTRIES_MAX || size > DIRECTORY_MAX_BYTES) throw new FileError(m.tooManyFiles);
  const directory = await read(file, start, size);
  const pause = startSlices();
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let position = 0;
  for (let index = 0; index < count; index++) {
    await pause();
    const { entry, bytes } = readEntry(directory, position);
    checkName(entry.name, names);
    entries.push(entry);
    position += bytes;
  }
  if (position !== size) throw new FileError(m.damagedDirectory);
  checkOverlap(entries, start);
  return entries;
}

/** Reads part of a file. Throws if the file is too short or can no longer be read. */
export async function read(file: Blob, start: number, size: number): Promise<DataView> {
  if (!Number.isSafeInteger(start) || start < 0 || size < 0 || start + size > file.size)
    throw new FileError(m.damagedDirectory);
  try {
    return new DataView(await file.slice(start, start + size).arrayBuffer());
  } catch {
    throw new FileError(m.unreadable);
  }
}

async function findDirectory(file: Blob) {
  const tailBytes = Math.min(file.size, END_BYTES + COMMENT_MAX_BYTES);
  const tail = await read(file, file.size - tailBytes, tailBytes);
  for (let at = tailBytes - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    // The comment must reach to the end of the file; otherwise this is content that looks like the record.
    if (tail.getUint16(at + 20, true) !== tailBytes - at - END_BYTES) continue;
    const end = file.size - tailBytes + at;
    const found = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      start: tail.getUint32(at + 16, true),
    };
    const isLarge = found.count === MAX_16 || found.size === MAX_32 || found.start === MAX_32;
    const directory = isLarge ? await findLargeDirectory(file, end) : found;
    if (directory.start + directory.size > end) throw new FileError(m.damagedDirectory);
    return directory;
  }
  throw new FileError(m.notZip);
}

/** Reads the ZIP64 records of an archive whose numbers are too large for the usual record. */
async function findLargeDirectory(file: Blob, end: number) {
  const locator = await read(file, end - LOCATOR_BYTES, LOCATOR_BYTES);
  if (locator.getUint32(0, true) !== 0x07064b50) throw new FileError(m.damagedDirectory);
  const record = await read(file, uint64(locator, 8), ZIP64_END_BYTES);
  if (record.getUint32(0, true) !== 0x06064b50) throw new FileError(m.damagedDirectory);
  return { count: uint64(record, 32), size: uint64(record, 40), start: uint64(record, 48) };
}

function readEntry(directory: DataView, at: number) {
  if (at + ENTRY_BYTES > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50)
    throw new FileError(m.damagedDirectory);
  const uint16 = (offset: number) => directory.getUint16(at + offset, true);
  const uint32 = (offset: number) => directory.getUint32(at + offset, true);
  const [nameBytes, extraBytes, commentBytes] = [uint16(28), uint16(30), uint16(32)];
  const bytes = ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  if (at + bytes > directory.byteLength) throw new FileError(m.damagedDirectory);
  if (uint16(8) & IS_ENCRYPTED) throw new FileError(m.encrypted);
  const method = uint16(10);
  if (method !== STORED && method !== DEFLATED) throw new FileError(m.damagedDirectory);

  if (nameBytes > NAME_MAX_BYTES) throw new FileError(m.unsafeName);
  const nameAt = directory.byteOffset + at + ENTRY_BYTES;
  const large = largeNumbers(directory, at + ENTRY_BYTES + nameBytes, extraBytes);
  const number = (value: number) => (value === MAX_32 ? large() : value);
  const size = number(uint32(24));
  const storedSize = number(uint32(20));
  const offset = number(uint32(42));
  if (method === STORED && size !== storedSize) throw new FileError(m.damagedDirectory);
  const name = new TextDecoder().decode(new Uint8Array(directory.buffer, nameAt, nameBytes));
  return {
    entry: { name, isDeflated: method === DEFLATED, crc: uint32(16), size, storedSize, offset },
    bytes,
  };
}

/** Returns a function that reads the next of the numbers that did not fit into the entry. */
function largeNumbers(directory: DataView, start: number, bytes: number) {
  const end = start + bytes;
  let next = Number.POSITIVE_INFINITY;
  for (let at = start; at + 4 <= end; at += 4 + directory.getUint16(at + 2, true))
    if (directory.getUint16(at, true) === 1) {
      next = at + 4;
      break;
    }
  return () => {
    if (next + 8 > end) throw new FileError(m.damagedDirectory);
    next += 8;
    return uint64(directory, next - 8);
  };
}

/**
 * Throws if a name could lead out of a folder, or is one of `names`. Nothing is unpacked into folders, but no export
 * has such names.
 */
function checkName(name: string, names: Set<string>) {
  const isUnsafe =
    /^$|^\/|[\\:\p{Cc}]/u.test(name) ||
    name.split('/').some((part) => part === '..' || part === '.');
  if (isUnsafe) throw new FileError(m.unsafeName);
  if (names.has(name)) throw new FileError(m.duplicate);
  names.add(name);
}

/** Throws if two files share bytes: a small archive could otherwise contain any number of large files. */
function checkOverlap(entries: ZipEntry[], end: number) {
  let free = 0;
  for (const { offset, storedSize } of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (offset < free) throw new FileError(m.damagedDirectory);
    free = offset + storedSize;
  }
  if (free > end) throw new FileError(m.damagedDirectory);
}

function uint64(view: DataView, at: number) {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new FileError(m.damagedDirectory);
  return value;
}
