import { app } from '#app';
import { browserStore } from '#client/storage/browser-database.ts';

/**
 * Returns the start of the keys of a user's drafts. Separate from drafts.ts to keep the first load small: signing out clears
 * drafts on every screen, so every page loads this file.
 */
export const draftPrefix = (userId: string) => `app_note_draft.${userId}.`;

/** Returns the key of the draft that waits for a photo while the camera is open. */
export const photoRequestKey = (userId: string) => `app_note_photo_request.${userId}`;

/** Photos of drafts, by [user id, note id]. */
export const draftPhotos = browserStore(`${app.id}.note-drafts`, 'photos');

/** Deletes the drafts of this user only: other users of the device keep theirs. */
export function clearDrafts(userId: string) {
  const prefix = draftPrefix(userId);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
  localStorage.removeItem(photoRequestKey(userId));
  const photosOfUser = IDBKeyRange.bound([userId], [userId, []]);
  // Fails where the browser has no database, and then there are no photos either.
  draftPhotos.write((photos) => photos.delete(photosOfUser)).catch(() => {});
}
