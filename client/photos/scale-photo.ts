import { PHOTO_MAX_BYTES, PHOTO_UPLOAD_MAX_EDGE_PX } from '#shared/constants.ts';

const TAKEN_BY_THE_SERVER = /^image\/(jpeg|png|webp|gif|avif)$/;

/**
 * Returns a picture that is ready to be uploaded, or undefined when it is no picture. One that has
 * to be made smaller is encoded with `quality` (percent).
 */
export async function scalePhoto(blob: Blob, quality: number): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(blob);
    const scale = Math.min(1, PHOTO_UPLOAD_MAX_EDGE_PX / Math.max(picture.width, picture.height));
    const isReady =
      scale === 1 && blob.size <= PHOTO_MAX_BYTES && TAKEN_BY_THE_SERVER.test(blob.type);
    const ready = isReady ? blob : await drawn(picture, scale, quality);
    picture.close();
    return ready ?? undefined;
  } catch {
    return undefined;
  }
}

function drawn(picture: ImageBitmap, scale: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG knows no transparency; what was clear becomes paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality / 100));
}
