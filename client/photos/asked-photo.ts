import { toast } from '#client/components/toast.ts';
import { toasts } from '#client/messages.ts';
import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import type { PhotoState } from '#features/notes/client/photo-state.ts';
import { CAMERA_QUALITY_CAPTURE, CAMERA_QUALITY_DEFAULT } from '#shared/constants.ts';
import { scalePhoto } from './scale-photo.ts';

const failureOf = {
  takePhoto: toasts.cameraError,
  chooseFromGallery: toasts.selectionError,
} as const;

const qualityOf = {
  takePhoto: CAMERA_QUALITY_CAPTURE,
  chooseFromGallery: CAMERA_QUALITY_DEFAULT,
} as const;

/** What the device brought, ready for the note. Says what went wrong; nothing when the person changed their mind. */
export async function askedPhoto(
  result: PhotoResult,
  source: PhotoSource,
): Promise<Extract<PhotoState, { kind: 'captured' }> | undefined> {
  if (result.kind === 'cancelled') return undefined;
  if (result.kind === 'refused')
    return complain({ ...toasts.cameraPermissions, message: result.remedy });
  if (result.kind === 'failed') return complain(failureOf[source]);
  const blob = await scalePhoto(result.blob, qualityOf[source]);
  return blob ? { kind: 'captured', blob } : complain(failureOf[source]);
}

function complain(about: Parameters<typeof toast>[0]) {
  toast(about);
  return undefined;
}
