import { writeFileSync } from 'node:fs';
import sharp, { type Metadata } from 'sharp';
import {
  PHOTO_MAX_BYTES,
  PHOTO_MAX_DECODED_BYTES,
  PHOTO_MAX_EDGE_PX,
  PHOTO_MAX_FRAMES,
  PHOTO_MAX_PIXELS,
} from '#shared/constants.ts';
import { countFrames, isIrregularGif } from './animations.ts';
import { withoutPngMetadata } from './png-chunks.ts';

// A separate process, started by picture-process.ts, so that a malicious picture can harm nothing else.

export type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string; extension: string };

export type PictureTask =
  | { kind: 'normalise'; bytes: Uint8Array }
  | { kind: 'resize'; bytes: Uint8Array; widthPx: number };

export type Rejection = 'too-large' | 'too-many-frames' | 'too-many-bytes' | 'unsupported';

export type PictureResult =
  | { kind: 'done'; picture: Picture }
  | { kind: 'rejected'; reason: Rejection };

/** Lower qualities are used only if the result would be too large. */
const QUALITIES = [88, 75, 60];

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
    const header = await checkedHeader(bytes);
    const picture = await (task.kind === 'normalise'
      ? normalised(bytes, header)
      : resized(bytes, task.widthPx));
    return { kind: 'done', picture };
  } catch (error) {
    return { kind: 'rejected', reason: reasonOf(error as Error) };
  }
}

class Rejected extends Error {
  readonly reason: Rejection;
  constructor(reason: Rejection) {
    super(reason);
    this.reason = reason;
  }
}

function reasonOf(error: Error): Rejection {
  if (error instanceof Rejected) return error.reason;
  return /pixel limit|too large/i.test(error.message) ? 'too-large' : 'unsupported';
}

/** Checks the header before pixels take memory. Counts all frames of an animation. */
async function checkedHeader(bytes: Uint8Array) {
  if (isIrregularGif(bytes)) throw new Rejected('unsupported');
  if (countFrames(bytes) > PHOTO_MAX_FRAMES) throw new Rejected('too-many-frames');
  const header = await open(bytes).metadata();
  const { width, height, pages = 1, pageHeight = height, channels, depth } = header;
  if (pages > PHOTO_MAX_FRAMES) throw new Rejected('too-many-frames');
  if (Math.max(width, pageHeight) > PHOTO_MAX_EDGE_PX) throw new Rejected('too-large');
  const decodedBytes = width * height * channels * (BYTES_PER_SAMPLE[depth] ?? 8);
  if (decodedBytes > PHOTO_MAX_DECODED_BYTES) throw new Rejected('too-large');
  return header;
}

/**
 * Decodes a picture, rotates it upright and encodes it again, which removes metadata and appended data. The result
 * never exceeds the maximum upload size, so that an export with it can be imported.
 */
async function normalised(bytes: Uint8Array, header: Metadata): Promise<Picture> {
  for (const { format, quality } of encodingsOf(header)) {
    const image = open(bytes).autoOrient().toFormat(format, { quality });
    const encoded = (await image.toBuffer()) as Buffer<ArrayBuffer>;
    if (encoded.length > PHOTO_MAX_BYTES) continue;
    const extension = format === 'jpeg' ? 'jpg' : format;
    return { bytes: encoded, contentType: `image/${format}`, extension };
  }
  throw new Rejected('too-many-bytes');
}

type Encoding = { format: 'jpeg' | 'png' | 'gif' | 'webp'; quality?: number };

/** Lists the encodings for a picture, best first. AVIF becomes WebP, because encoding AVIF takes seconds. */
function encodingsOf({ format, hasAlpha }: Metadata): Encoding[] {
  const lossless: Encoding[] = format === 'png' || format === 'gif' ? [{ format }] : [];
  // Encoding JPEG is much faster, but it has neither transparency nor animations.
  const lossy = format === 'jpeg' || (format === 'png' && !hasAlpha) ? 'jpeg' : 'webp';
  return [...lossless, ...QUALITIES.map((quality) => ({ format: lossy, quality }) as const)];
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
