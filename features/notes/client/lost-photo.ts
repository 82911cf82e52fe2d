import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import { readStoredSession } from '#client/session/stored-session.ts';
import type { Draft } from './draft.ts';
import { photoAskerKey } from './draft-storage.ts';
import {
  keepDraft,
  keepDraftPhoto,
  openDraft,
  parseDraft,
  storedDraft,
  tellDraftsChanged,
} from './drafts.ts';

/** While the camera is open the system may end the app: this note is waiting for a photo. */
export function expectPhoto(userId: string, draft: Draft) {
  if (!userId) return;
  try {
    localStorage.setItem(photoAskerKey(userId), JSON.stringify(storedDraft(draft)));
  } catch {
    // A full or forbidden storage: then such a photo is lost, as it would be without this.
  }
}

export function photoArrived(userId: string) {
  localStorage.removeItem(photoAskerKey(userId));
}

/** Into the draft of the note that asked for it. Says whether there is one to look at. */
export async function keepLostPhoto(result: PhotoResult, source: PhotoSource): Promise<boolean> {
  const userId = readStoredSession()?.id;
  const asker = userId && parseDraft(localStorage.getItem(photoAskerKey(userId)));
  if (!asker) return false;
  photoArrived(userId);
  const blob = await preparePhoto(result, source);
  if (!blob) return true;
  const draft: Draft = { ...(await openDraft(userId, asker)), photo: { kind: 'captured', blob } };
  await keepDraftPhoto(userId, draft);
  keepDraft(userId, draft);
  // The screen that may stand already looks again.
  tellDraftsChanged();
  return true;
}
