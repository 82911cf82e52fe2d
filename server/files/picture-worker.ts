import { writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { PHOTO_MAX_DECODED_BYTES, PHOTO_MAX_EDGE_PX, PHOTO_MAX_PIXELS } from '#shared/constants.ts';
import { withoutPngMetadata } from './png-chunks.ts';

// A separate process, started by picture-process.ts: a malicious picture can harm nothing else.

export type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string; extension: string };

export type PictureTask =
  | { kind: 'normalise'; bytes: Uint8Array }
  | { kind: 'resize'; bytes: Uint8Array; widthPx: number };

export type PictureResult =
  | { kind: 'done'; picture: Picture }
  | { kind: 'rejected'; reason: 'too-large' | 'unsupported' };

const encoders: Record<string, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg({ quality: 88 }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
};

const BYTES_PER_SAMPLE: Record<string, number> = { uchar: 1, ushort: 2 };

allowPromisedDecodersOnly();
sharp.cache(false);
raiseOutOfMemoryScore();
process.on('message', async (task: PictureTask) => send(await resultOf(task)));
// The server has ended. process.exit() would wait for the decoder's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
send('ready');

function send(message: PictureResult | 'ready') {
  process.send?.(message);
}

async function resultOf(task: PictureTask): Promise<PictureResult> {
  try {
    const bytes = withoutPngMetadata(task.bytes);
    const { format = '' } = await checkedHeader(bytes);
    if (format === 'gif' && !endsAsGif(bytes)) throw new Error('Data behind the GIF.');
    const picture = await (task.kind === 'normalise'
      ? normalised(bytes, format)
      : resized(bytes, task.widthPx));
    return { kind: 'done', picture };
  } catch (error) {
    const tooLarge = error instanceof TooLarge || /pixel limit/i.test((error as Error).message);
    return { kind: 'rejected', reason: tooLarge ? 'too-large' : 'unsupported' };
  }
}

class TooLarge extends Error {}

/** Checks the header before pixels take memory. Counts all frames of an animation. */
async function checkedHeader(bytes: Uint8Array) {
  const header = await open(bytes).metadata();
  const { width, height, pageHeight = height, channels, depth } = header;
  if (Math.max(width, pageHeight) > PHOTO_MAX_EDGE_PX) throw new TooLarge();
  const decodedBytes = width * height * channels * (BYTES_PER_SAMPLE[depth] ?? 8);
  if (decodedBytes > PHOTO_MAX_DECODED_BYTES) throw new TooLarge();
  return header;
}

/**
 * Decodes a picture, rotates it upright and encodes it again, which removes metadata and appended data. Converts AVIF
 * to WebP, because encoding AVIF takes seconds.
 */
async function normalised(bytes: Uint8Array, format: string): Promise<Picture> {
  const stored = format in encoders ? format : 'webp';
  const image = encoders[stored]?.(open(bytes).autoOrient()) as Sharp;
  return {
    bytes: (await image.toBuffer()) as Buffer<ArrayBuffer>,
    contentType: `image/${stored}`,
    extension: stored === 'jpeg' ? 'jpg' : stored,
  };
}

async function resized(bytes: Uint8Array, widthPx: number): Promise<Picture> {
  const image = open(bytes).resize({ width: widthPx, withoutEnlargement: true });
  return {
    bytes: (await image.webp({ quality: 76 }).toBuffer()) as Buffer<ArrayBuffer>,
    contentType: 'image/webp',
    extension: 'webp',
  };
}

function open(bytes: Uint8Array) {
  return sharp(bytes, { animated: true, limitInputPixels: PHOTO_MAX_PIXELS });
}

function allowPromisedDecodersOnly() {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  });
}

/** Makes Linux end this process before the server or the database when memory runs out. */
function raiseOutOfMemoryScore() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems have no such file.
  }
}

/** Returns whether a GIF ends with its last block. Appended data could make it a second kind of file. */
function endsAsGif(bytes: Uint8Array) {
  const at = (position: number) => bytes[position] ?? 0;
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let position = 13 + colors(at(10));
  while (at(position) === EXTENSION || at(position) === IMAGE) {
    position += at(position) === EXTENSION ? 2 : 11 + colors(at(position + 9));
    while (at(position) > 0) position += at(position) + 1;
    position += 1;
  }
  return at(position) === TRAILER && position === bytes.length - 1;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
