import type { Share } from '#client/native/definitions.ts';
import { NOBODY } from '#client/storage/nobody.ts';
import { draftPhotoPath } from './draft.ts';
import type { LocalDatabase } from './local-database.ts';
import { newId } from './new-id.ts';
import { deleteDraft } from './stored-drafts.ts';
import type { StoreName, Transaction } from './user-database.ts';

/** Content that another app shared. A screen makes a draft of it, with the same id. */
export type SharedContent = {
  id: string;
  title: string;
  text: string;
  url: string;
  photo: Blob | undefined;
  /** The shared file is not a photo or is too large. */
  hasUnusablePhoto: boolean;
};

/** Stored like the drafts of a kind. */
const SHARED = { many: 'shared' };
const STORES: StoreName[] = ['drafts', 'photos'];

const SHARES_MAX = 5;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const SHARED_PHOTO_MAX_BYTES = 20 * 1024 * 1024;
const TEXT_MAX_CHARACTERS = 10_000;

/**
 * Stores content that another app shared until a screen takes it. Every photo becomes a separate record, the first one
 * with the text. Keeps a few of them for a day. Rejects if the disk is full.
 */
export async function storeShared(database: LocalDatabase, share: Share, at = Date.now()) {
  const { title, text, url, files } = share;
  const texts = [title, text, url].map((part) => part.slice(0, TEXT_MAX_CHARACTERS));
  const photos = files.filter(isUsable).slice(0, SHARES_MAX);
  const hasUnusablePhoto = files.length > 0 && photos.length === 0;
  if (texts.every((part) => !part.trim()) && files.length === 0) return;
  const store = async (transaction: Transaction) => {
    const fresh = await deleteStale(transaction, at);
    const room = SHARES_MAX - Math.max(1, photos.length);
    for (const { id } of fresh.slice(0, Math.max(0, fresh.length - room)))
      await deleteDraft(transaction, SHARED, id);
    for (const [index, blob] of (photos.length > 0 ? photos : [undefined]).entries()) {
      const id = newId();
      const [title = '', text = '', url = ''] = index === 0 ? texts : [];
      const fields = { title, text, url, at: at + index, hasUnusablePhoto };
      const photo = blob ? 'captured' : 'none';
      await transaction.put('drafts', { entity: SHARED.many, id, fields, photo });
      const path = draftPhotoPath(SHARED.many, id);
      if (blob) await transaction.put('photos', { path, blob });
    }
  };
  await database.forUser(NOBODY).write(STORES, store, photos);
}

/** Tells whether shared content waits to be taken. Deletes content older than a day. */
export async function hasShared({ forUser }: LocalDatabase, at = Date.now()) {
  const { read, write } = forUser(NOBODY);
  const stored = await read(['drafts'], ({ getAll }) => getAll('drafts', []));
  if (stored.length === 0) return false;
  return (await write(STORES, (transaction) => deleteStale(transaction, at))).length > 0;
}

/** Reads the content shared in the last day, oldest first. Deletes older content. */
export function readShared(database: LocalDatabase, at = Date.now()): Promise<SharedContent[]> {
  return database.forUser(NOBODY).write(STORES, async (transaction) =>
    Promise.all(
      (await deleteStale(transaction, at)).map(async ({ id, fields }) => {
        const path = draftPhotoPath(SHARED.many, id);
        const stored = await transaction.get('photos', [path]);
        return { ...(fields as SharedFields), id, photo: stored?.blob };
      }),
    ),
  );
}

/** Deletes content that was taken. */
export const deleteShared = (database: LocalDatabase, id: string) =>
  database.forUser(NOBODY).write(STORES, (transaction) => deleteDraft(transaction, SHARED, id));

/** Deletes content shared more than a day ago. Returns the rest, oldest first. */
async function deleteStale(transaction: Transaction, at: number) {
  const stored = await transaction.getAll('drafts', [SHARED.many]);
  for (const draft of stored)
    if (!isFresh(draft, at)) await deleteDraft(transaction, SHARED, draft.id);
  return stored.filter((draft) => isFresh(draft, at)).sort(byAge);
}

type SharedFields = Omit<SharedContent, 'id' | 'photo'> & { at: number };
type Stored = { fields: Record<string, unknown> };

const timeOf = ({ fields }: Stored) => Number(fields.at);
const byAge = (a: Stored, b: Stored) => timeOf(a) - timeOf(b);
/** Tells whether content is less than a day old. A time in the future means that the clock was set back. */
const isFresh = (draft: Stored, at: number) => Math.abs(at - timeOf(draft)) < MAX_AGE_MS;

const isUsable = ({ type, size }: Blob) =>
  type.startsWith('image/') && size > 0 && size <= SHARED_PHOTO_MAX_BYTES;
