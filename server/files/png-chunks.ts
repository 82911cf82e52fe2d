const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length and type before the data, a checksum after it. */
const CHUNK_EXTRA_BYTES = 12;

/** The header, the pixels and how to show them. */
const PIXEL_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'cICP'];
/** Color profile and orientation. At most one of each is kept, if it is small. */
const METADATA_CHUNKS = ['iCCP', 'eXIf'];
const METADATA_MAX_BYTES = 64 * 1024;

/**
 * Removes the chunks of a PNG that do not affect the picture. Returns other formats unchanged. The decoder would
 * inflate every compressed text just to read the size: a few megabytes of them would take gigabytes.
 */
export function withoutPngMetadata(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return bytes;
  const result = Buffer.allocUnsafe(file.length);
  let size = SIGNATURE.copy(result);
  const metadata = new Set(METADATA_CHUNKS);
  for (let start = SIGNATURE.length; start + CHUNK_EXTRA_BYTES <= file.length; ) {
    const length = file.readUInt32BE(start);
    const type = file.toString('latin1', start + 4, start + 8);
    const end = start + CHUNK_EXTRA_BYTES + length;
    const isSmallMetadata = length <= METADATA_MAX_BYTES && metadata.delete(type);
    if (PIXEL_CHUNKS.includes(type) || isSmallMetadata) size += file.copy(result, size, start, end);
    if (type === 'IEND') break;
    start = end;
  }
  return result.subarray(0, size);
}
