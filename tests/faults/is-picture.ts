import sharp from 'sharp';

/** Returns whether bytes are a complete picture of this size. */
export async function isPicture(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
) {
  try {
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    return info.width === width && info.height === height;
  } catch {
    return false;
  }
}
