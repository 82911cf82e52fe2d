import { toast } from '#client/components/toast.ts';
import {
  CAMERA_QUALITY_CAPTURE,
  CAMERA_QUALITY_DEFAULT,
  PHOTO_UPLOAD_MAX_EDGE_PX,
} from '#client/constants.ts';
import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { photoToasts } from './messages.ts';

const errorToasts = {
  takePhoto: photoToasts.cameraError,
  chooseFromGallery: photoToasts.selectionError,
} as const;

const qualities = {
  takePhoto: CAMERA_QUALITY_CAPTURE,
  chooseFromGallery: CAMERA_QUALITY_DEFAULT,
} as const;

const SUPPORTED_BY_SERVER = /^image\/(jpeg|png|webp|gif|avif)$/;

/**
 * Makes a photo from camera or gallery ready for upload. Returns undefined if there is none: it
 * shows a toast with the reason, except when the user cancelled.
 */
export async function preparePhoto(
  result: PhotoResult,
  source: PhotoSource,
): Promise<Blob | undefined> {
  switch (result.kind) {
    case 'cancelled':
      return undefined;
    case 'refused':
      toast({ ...photoToasts.cameraPermissions, message: result.remedy });
      return undefined;
    case 'failed':
      toast(errorToasts[source]);
      return undefined;
    case 'photo': {
      const photo = await resize(result.blob, qualities[source]).catch(() => undefined);
      if (!photo) toast(errorToasts[source]);
      return photo;
    }
  }
}

/** Scales a picture down and encodes it with `quality` (percent), unless it can be sent as it is. */
async function resize(blob: Blob, quality: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(blob);
  const scale = Math.min(1, PHOTO_UPLOAD_MAX_EDGE_PX / Math.max(picture.width, picture.height));
  const isReady =
    scale === 1 && blob.size <= PHOTO_MAX_BYTES && SUPPORTED_BY_SERVER.test(blob.type);
  const resized = isReady ? blob : await encode(picture, scale, quality);
  picture.close();
  return resized ?? undefined;
}

function encode(picture: ImageBitmap, scale: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency: transparent pixels become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality / 100));
}
