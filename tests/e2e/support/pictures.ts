import sharp from 'sharp';

/** Creates a photo for a file input. */
export async function photoFile({ width = 1200, height = 900, name = 'photo.jpg' } = {}) {
  const sky = { create: { width, height, channels: 3 as const, background: '#7aa7d8' } };
  return { name, mimeType: 'image/jpeg', buffer: await sharp(sky).jpeg().toBuffer() };
}

/**
 * Reads the quality a JPEG was encoded with. Encoders scale one standard table by the quality; the table's first entry
 * is 16.
 */
export function jpegQuality(jpeg: Buffer): number {
  const table = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  const first = jpeg[table + 5];
  const matches = [70, 80].find(
    (quality) => first === Math.floor((16 * (200 - 2 * quality) + 50) / 100),
  );
  return matches ?? Number.NaN;
}
