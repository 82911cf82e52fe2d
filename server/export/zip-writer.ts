/** One file of a ZIP archive. */
export type ZipEntry = {
  name: string;
  isDeflated: boolean;
  /** The CRC-32 of the content. */
  crc: number;
  size: number;
  /** The compressed size in the archive. */
  storedSize: number;
  time: Date;
};

/** A number in a record and its width in bytes. */
type Field = [bytes: 2 | 4 | 8, value: number];

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const UTF_8_NAMES = 0x800;
const VERSION = 20;
const VERSION_WITH_ZIP64 = 45;

/**
 * Writes the structure of a ZIP archive; the content of the files is written by the caller. Uses ZIP64 only for what
 * needs it, because some programs cannot read it.
 */
export function createZipWriter(start = 0) {
  const directory: Buffer[] = [];
  let offset = start;

  return {
    /** Returns what comes before the content of a file. Exactly `storedSize` bytes must follow. */
    begin(entry: ZipEntry): Buffer {
      const name = Buffer.from(entry.name);
      const extra = zip64Extra(largeSizes(entry));
      const header = Buffer.concat([
        record([
          [4, 0x04034b50],
          [2, versionFor(extra)],
          ...description(entry),
          [2, name.length],
          [2, extra.length],
        ]),
        name,
        extra,
      ]);
      directory.push(directoryEntry(entry, name, offset));
      offset += header.length + entry.storedSize;
      return header;
    },

    /** Returns the directory of all files, which ends an archive. */
    *end(): Generator<Buffer> {
      yield* directory;
      const size = directory.reduce((sum, entry) => sum + entry.length, 0);
      yield endRecords(directory.length, size, offset);
    },
  };
}

function directoryEntry(entry: ZipEntry, name: Buffer, offset: number) {
  const isFar = offset >= MAX_32;
  const extra = zip64Extra([...largeSizes(entry), ...(isFar ? [offset] : [])]);
  const fields = record([
    [4, 0x02014b50],
    [2, versionFor(extra)],
    [2, versionFor(extra)],
    ...description(entry),
    [2, name.length],
    [2, extra.length],
    // Comment length, disk number, internal and external attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, Math.min(offset, MAX_32)],
  ]);
  return Buffer.concat([fields, name, extra]);
}

/** Returns the fields that the header of a file and its directory entry share. */
function description(entry: ZipEntry): Field[] {
  const { isDeflated, crc, size, storedSize, time } = entry;
  const isLarge = largeSizes(entry).length > 0;
  const year = Math.max(time.getUTCFullYear(), 1980) - 1980;
  return [
    [2, UTF_8_NAMES],
    [2, isDeflated ? 8 : 0],
    [2, (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)],
    [2, ((year & 0x7f) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()],
    [4, crc],
    [4, isLarge ? MAX_32 : storedSize],
    [4, isLarge ? MAX_32 : size],
  ];
}

/** Returns both sizes if one of them does not fit into 32 bits. */
const largeSizes = ({ size, storedSize }: ZipEntry) =>
  size >= MAX_32 || storedSize >= MAX_32 ? [size, storedSize] : [];

function zip64Extra(values: number[]) {
  if (values.length === 0) return NOTHING;
  const large = values.map((value): Field => [8, value]);
  return record([[2, 1], [2, 8 * values.length], ...large]);
}

const NOTHING = Buffer.alloc(0);

const versionFor = (extra: Buffer) => (extra.length > 0 ? VERSION_WITH_ZIP64 : VERSION);

/** Returns the records after the directory, the first two only if a number is too large for the last one. */
function endRecords(count: number, size: number, start: number) {
  const end: Field[] = [
    [4, 0x06054b50],
    // Numbers of disks.
    [4, 0],
    [2, Math.min(count, MAX_16)],
    [2, Math.min(count, MAX_16)],
    [4, Math.min(size, MAX_32)],
    [4, Math.min(start, MAX_32)],
    [2, 0],
  ];
  if (count < MAX_16 && size < MAX_32 && start < MAX_32) return record(end);
  return record([
    [4, 0x06064b50],
    // The size of the rest of this record.
    [8, 44],
    [2, VERSION_WITH_ZIP64],
    [2, VERSION_WITH_ZIP64],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
    // The position of that record.
    [4, 0x07064b50],
    [4, 0],
    [8, start + size],
    [4, 1],
    ...end,
  ]);
}

function record(fields: Field[]) {
  const bytes = Buffer.allocUnsafe(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}
