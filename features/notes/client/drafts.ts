import { useCallback, useEffect, useState } from 'react';
import { type Draft, isUnsaved } from './draft.ts';
import { draftPhotos, draftPrefix } from './draft-storage.ts';
import { photoOf } from './photo-state.ts';

/** A draft at rest: the picture lies in the browser's database, under the same name. */
export type StoredDraft = Omit<Draft, 'photo'> & { photo: Draft['photo']['kind'] };

const listeners = new Set<() => void>();

/** Unsaved notes of one person. `refresh` after typing; whatever else changes them is followed, other tabs too. */
export function useDrafts(userId: string) {
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  const refresh = useCallback(() => setDrafts(readDrafts(userId)), [userId]);
  useEffect(() => {
    refresh();
    listeners.add(refresh);
    addEventListener('storage', refresh);
    return () => {
      listeners.delete(refresh);
      removeEventListener('storage', refresh);
    };
  }, [refresh]);
  return [drafts, refresh] as const;
}

/** Not told with every letter: the list behind the form need not follow it. */
export function tellDraftsChanged() {
  for (const listener of listeners) listener();
}

/** Keeps it while there is something to lose. Says whether it could. */
export function keepDraft(userId: string, draft: Draft): boolean {
  // A stored session may not know yet whose it is.
  if (!userId) return false;
  try {
    if (!isUnsaved(draft)) discardDraft(userId, draft.id);
    else localStorage.setItem(draftPrefix(userId) + draft.id, JSON.stringify(storedDraft(draft)));
    return true;
  } catch {
    // A full or forbidden storage: the form still holds the text.
    return false;
  }
}

export const storedDraft = (draft: Draft): StoredDraft => ({ ...draft, photo: draft.photo.kind });

export async function keepDraftPhoto(userId: string, { id, photo }: Draft) {
  if (!userId) return;
  const key = [userId, id];
  await draftPhotos
    .write((photos) => {
      if (photo.kind === 'captured') photos.put(photo.blob, key);
      else photos.delete(key);
    })
    .catch(() => {});
}

export async function openDraft(userId: string, stored: StoredDraft): Promise<Draft> {
  const { photo: kind, ...rest } = stored;
  if (kind === 'removed') return { ...rest, photo: { kind } };
  const key = [userId, stored.id];
  const blob = kind === 'captured' && (await draftPhotos.read<Blob>(key).catch(() => undefined));
  return { ...rest, photo: blob ? { kind: 'captured', blob } : photoOf(stored.base) };
}

export function discardDraft(userId: string, id: string) {
  localStorage.removeItem(draftPrefix(userId) + id);
  draftPhotos.write((photos) => photos.delete([userId, id])).catch(() => {});
  tellDraftsChanged();
}

export function readDrafts(userId: string): StoredDraft[] {
  const prefix = draftPrefix(userId);
  return Object.keys(localStorage)
    .filter((key) => userId && key.startsWith(prefix))
    .map((key) => parseDraft(localStorage.getItem(key)))
    .filter((draft) => draft !== undefined);
}

export function parseDraft(json: string | null): StoredDraft | undefined {
  try {
    const draft = JSON.parse(json ?? 'null');
    const isDraft = [draft.id, draft.title, draft.content].every((of) => typeof of === 'string');
    return isDraft ? { ...draft, attempts: draft.attempts ?? [] } : undefined;
  } catch {
    return undefined;
  }
}
