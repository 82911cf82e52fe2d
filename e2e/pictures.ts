import sharp from 'sharp';

/** A picture as a phone would bring it, for file inputs. */
export async function photoFile({ width = 1200, height = 900, name = 'photo.jpg' } = {}) {
  const sky = { create: { width, height, channels: 3 as const, background: '#7aa7d8' } };
  return { name, mimeType: 'image/jpeg', buffer: await sharp(sky).jpeg().toBuffer() };
}
