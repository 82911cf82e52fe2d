import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { readStoredSession } from '#client/session/stored-session.ts';
import { photoRequestKey } from './draft-storage.ts';
import {
  type Draft,
  notifyDraftsChanged,
  parseDraft,
  restoreDraft,
  storeDraft,
  storeDraftPhoto,
  toStored,
} from './drafts.ts';

/** Stores which draft waits for a photo: the system may end the app while the camera is open. */
export function storePhotoRequest(userId: string, draft: Draft) {
  if (!userId) return;
  try {
    localStorage.setItem(photoRequestKey(userId), JSON.stringify(toStored(draft)));
  } catch {
    // Storage is full or blocked: then the photo cannot be recovered.
  }
}

export function clearPhotoRequest(userId: string) {
  localStorage.removeItem(photoRequestKey(userId));
}

/** Adds a recovered photo to the draft that waits for it. Returns false if no draft does. */
export async function recoverPhoto(result: PhotoResult, source: PhotoSource): Promise<boolean> {
  const userId = readStoredSession()?.id;
  const waiting = userId && parseDraft(localStorage.getItem(photoRequestKey(userId)));
  if (!waiting) return false;
  clearPhotoRequest(userId);
  const blob = await preparePhoto(result, source);
  if (!blob) return true;
  const restored = await restoreDraft(userId, waiting);
  const draft: Draft = { ...restored, photo: { kind: 'captured', blob } };
  await storeDraftPhoto(userId, draft);
  storeDraft(userId, draft);
  // The notes screen may be open already.
  notifyDraftsChanged();
  return true;
}
