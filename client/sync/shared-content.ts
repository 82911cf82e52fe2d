import type { Share } from '#client/native/definitions.ts';
import { draftPhotoPath } from './draft.ts';
import type { LocalDatabase } from './local-database.ts';
import { newId } from './new-id.ts';
import { deleteDraft } from './unsent-photos.ts';

/** What another app shared. A screen makes a draft of it, with the same id. */
export type SharedContent = {
  id: string;
  title: string;
  text: string;
  url: string;
  photo: Blob | undefined;
  /** Something was shared as a photo that is none, or is too large. */
  hasUnusablePhoto: boolean;
};

/** It is stored as a draft of nobody: until somebody is signed in, nobody knows whose it is. */
const NOBODY = '';
const SHARED = { name: 'shared' };
const STORES: ('drafts' | 'photos')[] = ['drafts', 'photos'];

const MAX_COUNT = 5;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const PHOTO_MAX_BYTES = 20 * 1024 * 1024;
const TEXT_MAX_CHARACTERS = 10_000;

/**
 * Stores what another app shared until a screen takes it. Every photo becomes an entry of its own, the first with the
 * text. Keeps a few for a day. Rejects if the disk is full.
 */
export async function storeShared(database: LocalDatabase, share: Share, at = Date.now()) {
  const { title, text, url, files } = share;
  const texts = [title, text, url].map((part) => part.slice(0, TEXT_MAX_CHARACTERS));
  const photos = files.filter(isUsable).slice(0, MAX_COUNT);
  const hasUnusablePhoto = files.length > 0 && photos.length === 0;
  if (texts.every((part) => !part.trim()) && files.length === 0) return;
  await database.write(STORES, async (transaction) => {
    const stored = await transaction.getAll('drafts', [NOBODY, SHARED.name]);
    const room = MAX_COUNT - Math.max(1, photos.length);
    const fresh = stored.filter((draft) => isFresh(draft, at)).sort(byAge);
    const kept = room > 0 ? fresh.slice(-room) : [];
    for (const draft of stored)
      if (!kept.includes(draft)) await deleteDraft(transaction, NOBODY, SHARED, draft.id);
    for (const [index, blob] of (photos.length > 0 ? photos : [undefined]).entries()) {
      const id = newId();
      const [title = '', text = '', url = ''] = index === 0 ? texts : [];
      const fields = { title, text, url, at: at + index, hasUnusablePhoto };
      const photo = blob ? 'captured' : 'none';
      await transaction.put('drafts', { userId: NOBODY, entity: SHARED.name, id, fields, photo });
      const path = draftPhotoPath(SHARED.name, id);
      if (blob) await transaction.put('photos', { userId: NOBODY, path, blob });
    }
  });
}

/** Tells whether something waits to be taken. */
export const hasShared = async (database: LocalDatabase) =>
  (await database.read(['drafts'], ({ getAll }) => getAll('drafts', [NOBODY]))).length > 0;

/** Reads what was shared in the last day, the oldest first. */
export function readShared(database: LocalDatabase, at = Date.now()): Promise<SharedContent[]> {
  return database.read(STORES, async ({ get, getAll }) => {
    const drafts = (await getAll('drafts', [NOBODY, SHARED.name])).sort(byAge);
    return Promise.all(
      drafts
        .filter((draft) => isFresh(draft, at))
        .map(async ({ id, fields }) => {
          const stored = await get('photos', [NOBODY, draftPhotoPath(SHARED.name, id)]);
          return { ...(fields as SharedFields), id, photo: stored?.blob };
        }),
    );
  });
}

/** Deletes what was taken. */
export const deleteShared = (database: LocalDatabase, id: string) =>
  database.write(STORES, (transaction) => deleteDraft(transaction, NOBODY, SHARED, id));

type SharedFields = Omit<SharedContent, 'id' | 'photo'> & { at: number };
type Stored = { fields: Record<string, unknown> };

const timeOf = ({ fields }: Stored) => Number(fields.at);
const byAge = (a: Stored, b: Stored) => timeOf(a) - timeOf(b);
/** A time in the future means that the clock was set back. */
const isFresh = (draft: Stored, at: number) => Math.abs(at - timeOf(draft)) < MAX_AGE_MS;

const isUsable = ({ type, size }: Blob) =>
  type.startsWith('image/') && size > 0 && size <= PHOTO_MAX_BYTES;
