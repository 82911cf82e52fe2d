import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const RED = { r: 220, g: 30, b: 30 };
const BLUE = { r: 30, g: 30, b: 220 };

export function picture(format: Format = 'png', width = 40, height = 30) {
  return plain(width, height).toFormat(format).toBuffer();
}

/** Returns the JSON body for POST /api/upload with a picture. */
export async function pictureUpload(format: Format = 'png', width = 40, height = 30) {
  return asUpload(await picture(format, width, height));
}

export function asUpload(bytes: Uint8Array) {
  return {
    base64Data: Buffer.from(bytes).toString('base64'),
    fileName: 'photo-1700000000000.jpeg',
    contentType: 'image/jpeg',
  };
}

/** Returns a form with a file, as the client sends it. */
export function asForm(bytes: Uint8Array) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.png');
  return form;
}

/** Creates a photo with EXIF data and an orientation that rotates it by 90°. Upright, it is red above blue. */
export async function photoFromPhone() {
  const left = { input: await plain(32, 32, BLUE).png().toBuffer(), left: 0, top: 0 };
  return plain(64, 32, RED)
    .composite([left])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SecretPhone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1',
      },
    })
    .toBuffer();
}

export function animation(format: 'gif' | 'webp', { frames = 3, width = 20, height = 10 } = {}) {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame++)
    pixels.fill(60 * (frame + 1), width * height * 3 * frame, width * height * 3 * (frame + 1));
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .toFormat(format, { delay: Array(frames).fill(100) })
    .toBuffer();
}

/** Creates a PNG of incompressible noise: three bytes per pixel. */
export function noisePng(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: RED, noise } })
    .png()
    .toBuffer();
}

/** Creates a valid, black PNG of few bytes, optionally with additional chunks after the header. */
export function blackPng(
  width: number,
  height: number,
  { bitDepth, colorType, channels }: PngColor = PNG_COLORS.oneBit,
  furtherChunks: Buffer[] = [],
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType, 0, 0, 0], 8);
  const row = 1 + Math.ceil((width * channels * bitDepth) / 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...furtherChunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc(row * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

type PngColor = { bitDepth: number; colorType: number; channels: number };

export const PNG_COLORS = {
  oneBit: { bitDepth: 1, colorType: 0, channels: 1 },
  greyWithAlpha: { bitDepth: 8, colorType: 4, channels: 2 },
  rgba16: { bitDepth: 16, colorType: 6, channels: 4 },
} satisfies Record<string, PngColor>;

/** Returns a WebP of 10,000 × 4,900 pixels in 40 bytes, which takes seconds to decode. */
export const slowPicture = () =>
  Buffer.from('UklGRiAAAABXRUJQVlA4TBQAAAAvD+fIFAdQgVQIIAAKmgLGiIj+Bw==', 'base64');

/** Creates a GIF with frames of any size that contain only their first pixel. */
export function sparseGif(width: number, height: number, frames: number) {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const canvas = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0])]);
  const colors = Buffer.from([0, 0, 0, 255, 255, 255]);
  const place = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0])]);
  const frame = Buffer.concat([place, Buffer.from([2, 2, 0x44, 1, 0])]);
  return Buffer.concat([canvas, colors, ...Array(frames).fill(frame), Buffer.from([0x3b])]);
}

/** Creates a WebP of one pixel with many identical frames. */
export async function sparseWebp(frames: number) {
  const [riff, still] = [12, await picture('webp', 1, 1)];
  const place = Buffer.alloc(16);
  const frame = riffChunk('ANMF', Buffer.concat([place, still.subarray(riff)]));
  const animated = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const chunks = [riffChunk('VP8X', animated), riffChunk('ANIM', Buffer.alloc(6))];
  return riffChunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), ...chunks, ...Array(frames).fill(frame)]),
  );
}

function riffChunk(type: string, data: Buffer) {
  const header = Buffer.alloc(8);
  header.write(type);
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

/** Creates a PNG of noise with a palette of 256 colors: one byte per pixel, and more than two without the palette. */
export function noiseOfFewColors(width: number, height: number) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const rows = randomBytes((width + 1) * height);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', randomBytes(3 * 256)),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function plain(width: number, height: number, background = RED) {
  return sharp({ create: { width, height, channels: 3, background } });
}

export function pngChunk(type: string, data: Buffer) {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(typed, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}
