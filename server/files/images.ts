import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { tooLarge, wrongType } from '#server/errors.ts';
import { PHOTO_MAX_PIXELS } from '#shared/constants.ts';
import { apiMessages as m } from '#shared/messages.ts';

export type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string; extension: string };

const DECODE_SECONDS = 20;

// A picture being re-encoded holds up to 65 MB; two at a time keep memory and cores within bounds.
const atMostTwo = pLimit(2);

const encoders: Record<string, (image: Sharp) => Sharp> = {
  jpeg: (image) => image.jpeg({ quality: 88 }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
};

/**
 * What the bytes are decides. Every picture is decoded, turned upright and encoded anew, which leaves behind
 * metadata, appended data and whatever else was not the picture. AVIF becomes WebP: encoding it takes seconds.
 */
export function normalised(bytes: Uint8Array): Promise<Picture> {
  return decoding(async () => {
    const { format = '' } = await (await open(bytes)).metadata();
    if (format === 'gif' && !endsAsGif(bytes)) throw wrongType(m.photoUnsupported);
    const kept = format in encoders ? format : 'webp';
    const image = encoders[kept]?.((await open(bytes)).autoOrient()) as Sharp;
    return {
      bytes: (await image.toBuffer()) as Buffer<ArrayBuffer>,
      contentType: `image/${kept}`,
      extension: kept === 'jpeg' ? 'jpg' : kept,
    };
  });
}

export function narrowed(bytes: Uint8Array, widthPx: number) {
  return decoding(async () => {
    const image = (await open(bytes)).resize({ width: widthPx, withoutEnlargement: true });
    return (await image.webp({ quality: 76 }).toBuffer()) as Buffer<ArrayBuffer>;
  });
}

function decoding<Result>(work: () => Promise<Result>) {
  return atMostTwo(async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || 'status' in error) throw error;
      throw /pixel limit/i.test(error.message)
        ? tooLarge(m.photoTooLarge)
        : wrongType(m.photoUnsupported);
    }
  });
}

async function open(bytes: Uint8Array) {
  const sharp = await loaded();
  return sharp(bytes, { animated: true, limitInputPixels: PHOTO_MAX_PIXELS }).timeout({
    seconds: DECODE_SECONDS,
  });
}

/** Loaded with the first photo: it would be a third of the start. Only the decoders we promise are let in. */
let loading: Promise<typeof import('sharp')['default']> | undefined;
function loaded() {
  loading ??= import('sharp').then(({ default: sharp }) => {
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
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** A GIF with something behind its last block pretends to be two things at once. */
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
