import { app } from '#app';
import type { PhotoCache } from '#client/photos/photo.tsx';
import { type BrowserStore, browserStore } from '#client/storage/browser-database.ts';
import type { Note } from '../contract.ts';

/**
 * The notes of one person as last loaded from the server, to show while it does not answer. They are
 * deleted when that person signs out.
 */
export type KeptNotes = { userId: string; notes: Note[]; loadedAt: string };

const NOTES_KEY = 'notes';
const store: BrowserStore = browserStore(`${app.id}.offline`, 'kept');
const photoKey = (path: string) => `photo ${path}`;

/** Stores the notes, and deletes stored photos that none of them shows any more. */
export function keepNotes(userId: string, notes: Note[], loadedAt: Date) {
  const shown = new Set(notes.flatMap(({ photo_path }) => photo_path ?? []).map(photoKey));
  const kept: KeptNotes = { userId, notes, loadedAt: loadedAt.toISOString() };
  return store.write((drawer) => {
    drawer.put(kept, NOTES_KEY);
    const keys = drawer.getAllKeys(IDBKeyRange.bound('photo ', 'photo \uffff'));
    keys.onsuccess = () => {
      for (const key of keys.result) if (!shown.has(String(key))) drawer.delete(key);
    };
  });
}

export async function keptNotes(userId: string): Promise<KeptNotes | undefined> {
  const kept = await store.read<KeptNotes>(NOTES_KEY);
  return kept?.userId === userId ? kept : undefined;
}

export const photoCache: PhotoCache = {
  save: (path, photo) => store.write((drawer) => drawer.put(photo, photoKey(path))),
  read: (path) => store.read<Blob>(photoKey(path)),
};

export const forgetKeptNotes = () => store.write((drawer) => drawer.clear());
