import {
  CAMERA_QUALITY_CAPTURE,
  CAMERA_QUALITY_DEFAULT,
  PHOTO_UPLOAD_MAX_EDGE_PX,
} from '#client/constants.ts';
import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { toast } from '#client/toasts/toast.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { photoToasts } from './messages.ts';

/** The photo of an item while it is edited. */
export type PhotoState =
  | { kind: 'none' }
  | { kind: 'existing'; path: string }
  /** Taken or chosen in this form. */
  | { kind: 'captured'; blob: Blob }
  /** Deleted from the item when it is saved. */
  | { kind: 'removed' };

/** Returns the state of an unchanged photo; `path` is where the server stores it. */
export const unchangedPhoto = (path: string | null | undefined): PhotoState =>
  path ? { kind: 'existing', path } : { kind: 'none' };

/** Returns the state after "Remove photo". Only a photo on the server needs to be marked as removed. */
export const removedPhoto = (path: string | null | undefined): PhotoState =>
  path ? { kind: 'removed' } : { kind: 'none' };

/**
 * Prepares a photo from the camera or the gallery for upload. Returns undefined if the user cancelled. If there is no
 * usable photo, shows a toast and returns undefined.
 */
export async function preparePhoto(
  result: PhotoResult,
  source: PhotoSource,
): Promise<Blob | undefined> {
  if (result.kind === 'cancelled') return undefined;
  const { quality, failure } = SETTINGS[source];
  const blob = result.kind === 'photo' && (await resize(result.blob, quality));
  if (blob) return blob;
  toast(
    result.kind === 'denied'
      ? { ...photoToasts.cameraPermissions, message: result.remedy }
      : failure,
  );
  return undefined;
}

const SETTINGS = {
  takePhoto: { quality: CAMERA_QUALITY_CAPTURE, failure: photoToasts.cameraError },
  chooseFromGallery: { quality: CAMERA_QUALITY_DEFAULT, failure: photoToasts.selectionError },
} as const;

const ACCEPTED_BY_SERVER = /^image\/(jpeg|png|webp|gif|avif)$/;

/**
 * Returns the photo unchanged if the server accepts it as it is, otherwise as a JPEG within the size
 * limits, encoded with `quality` (percent). Returns undefined if the blob is not a picture.
 */
async function resize(blob: Blob, quality: number): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(blob);
    const scale = Math.min(1, PHOTO_UPLOAD_MAX_EDGE_PX / Math.max(picture.width, picture.height));
    const isAccepted =
      scale === 1 && blob.size <= PHOTO_MAX_BYTES && ACCEPTED_BY_SERVER.test(blob.type);
    const resized = isAccepted ? blob : await encodeJpeg(picture, scale, quality);
    picture.close();
    return resized ?? undefined;
  } catch {
    return undefined;
  }
}

function encodeJpeg(picture: ImageBitmap, scale: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency: without a background, transparent areas would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality / 100));
}
