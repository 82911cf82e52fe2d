const GIF = Buffer.from('GIF8');
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/**
 * Counts the frames of a GIF or WebP without decoding it: a decoder takes more than a minute to read the header of
 * one with 100,000. Returns 1 for other formats.
 */
export function countFrames(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isGif(file)) return readGif(file).frames;
  if (file.toString('latin1', 8, 12) === 'WEBP') return countWebpFrames(file);
  return 1;
}

/** Tells whether the last block of a GIF is missing or followed by bytes, which could make it a second kind of file. */
export function isIrregularGif(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isGif(file) && readGif(file).trailer !== file.length - 1;
}

const isGif = (file: Buffer) => file.subarray(0, GIF.length).equals(GIF);

/** Counts the images of a GIF and finds its trailer. */
function readGif(file: Buffer) {
  const at = (position: number) => file[position] ?? 0;
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let frames = 0;
  let position = 13 + colors(at(10));
  while (at(position) === EXTENSION || at(position) === IMAGE) {
    if (at(position) === IMAGE) frames++;
    position += at(position) === EXTENSION ? 2 : 11 + colors(at(position + 9));
    while (at(position) > 0) position += at(position) + 1;
    position += 1;
  }
  return { frames, trailer: at(position) === TRAILER ? position : undefined };
}

/** Counts the chunks of a WebP that contain a frame. Each has a type and a length in front, and an even size. */
function countWebpFrames(file: Buffer) {
  let frames = 0;
  for (let start = 12; start + 8 <= file.length; ) {
    const length = file.readUInt32LE(start + 4);
    if (file.toString('latin1', start, start + 4) === 'ANMF') frames++;
    start += 8 + length + (length % 2);
  }
  return Math.max(1, frames);
}
