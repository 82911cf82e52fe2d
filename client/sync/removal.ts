import { type Draft, draftPhotoPath } from './draft.ts';
import { fieldsOf, type Item, type SyncedEntity } from './entity.ts';
import type { Transaction } from './local-database.ts';
import { type Attempt, type OutboxEntry, unsentPhotoPath, uploadsOf } from './outbox-entry.ts';

/** What a deletion took away. It is held in memory: after a reload the deletion cannot be undone any more. */
export type Removal = {
  /** The item as the person saw it. */
  shown: Item;
  /** The unsent change that the deletion replaced. */
  before: OutboxEntry | undefined;
  draft: Draft | undefined;
  /** The photos of both. */
  photos: StoredPhoto[];
  /** The deletion that is sent. Missing if the server has no such item, so that nothing is sent. */
  deletion?: { id: string; base: Item | undefined };
};

type StoredPhoto = { userId: string; path: string; blob: Blob };

/** Reads what the deletion of an item is about to take away. */
export async function readRemoval(
  { get }: Transaction,
  userId: string,
  { name }: SyncedEntity,
  shown: Item,
  before: OutboxEntry | undefined,
): Promise<Removal> {
  const draft = await get('drafts', [userId, name, shown.id]);
  const paths = [...uploadsOf(before).map(unsentPhotoPath), draftPhotoPath(name, shown.id)];
  const photos: StoredPhoto[] = [];
  for (const path of new Set(paths)) {
    const stored = await get('photos', [userId, path]);
    if (stored) photos.push(stored);
  }
  return { shown, before, draft, photos };
}

/** Stores the draft and the photos again, beside the entry that `entryAfterUndo` returns. */
export async function restoreStored({ get, put }: Transaction, { draft, photos }: Removal) {
  for (const photo of photos) await put('photos', photo);
  if (draft && !(await get('drafts', [draft.userId, draft.entity, draft.id])))
    await put('drafts', draft);
}

/** Tells whether a deletion can still be undone: nothing else has happened to the item since. */
export function canUndo(
  { deletion }: Removal,
  entry: OutboxEntry | undefined,
  item: Item | undefined,
): boolean {
  if (!deletion) return !entry && !item;
  return !entry || (entry.change.kind === 'delete' && entry.changeId === deletion.id);
}

/**
 * Returns the entry of an item after its deletion was undone. If the deletion may have reached the server, the entry
 * restores the item there; otherwise the item simply is as it was before.
 */
export function entryAfterUndo(
  entity: SyncedEntity,
  removal: Removal,
  entry: OutboxEntry | undefined,
  { userId, changeId, time }: { userId: string; changeId: string; time: string },
): OutboxEntry | undefined {
  const { shown, before, deletion } = removal;
  const attempt = entry?.attempt;
  const isSent = !entry || (attempt?.operation === 'delete' && attempt.deletion === deletion?.id);
  if (!deletion || !isSent) return before;
  const isChanged = before?.change.kind === 'save';
  return {
    userId,
    entity: entity.name,
    id: shown.id,
    createdAt: before?.createdAt ?? time,
    editedAt: before?.editedAt ?? time,
    changeId,
    change: isChanged
      ? before.change
      : { kind: 'save', fields: fieldsOf(entity, shown), photo: { kind: 'unchanged' } },
    base: isChanged
      ? (before.base ?? sentBy(before.attempt, shown))
      : (entry?.base ?? deletion.base ?? shown),
    restores: deletion.id,
    attempt,
  };
}

/** Returns a new item as the server got to know it. */
function sentBy(attempt: Attempt | undefined, shown: Item): Item {
  if (attempt?.change.kind !== 'save') return shown;
  const { fields, photo } = attempt.change;
  const photo_path = photo.kind === 'added' ? (photo.path ?? null) : null;
  return { ...shown, ...fields, photo_path };
}
