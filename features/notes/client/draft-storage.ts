import { app } from '#app';
import { browserStore } from '#client/storage/browser-database.ts';

/**
 * Where unsaved notes rest, each under its owner. Apart from the notes screen, because signing out
 * forgets them on whichever screen it happens.
 */
export const draftPrefix = (userId: string) => `app_draft.${userId}.`;

/** The note that is waiting for the camera, while it is open. */
export const photoAskerKey = (userId: string) => `app_photo_for.${userId}`;

/** Pictures of drafts, by [owner, note]. */
export const draftPhotos = browserStore(`${app.id}.drafts`, 'photos');

/** Only this person's: someone else may still come back for theirs. */
export function forgetDrafts(userId: string) {
  const prefix = draftPrefix(userId);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
  localStorage.removeItem(photoAskerKey(userId));
  const photosOfThisPerson = IDBKeyRange.bound([userId], [userId, []]);
  // Without a database there is nothing to forget.
  draftPhotos.write((photos) => photos.delete(photosOfThisPerson)).catch(() => {});
}
