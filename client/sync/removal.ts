import type { ItemKind } from '#shared/items.ts';
import { type Draft, draftPhotoPath, itemIdOf } from './draft.ts';
import { fieldsOf, type Item } from './item.ts';
import {
  type Attempt,
  deletionOf,
  type OutboxEntry,
  unsentPhotoPath,
  uploadsOf,
} from './outbox-entry.ts';
import { deleteDraft, getSeenDraft } from './stored-drafts.ts';
import type { StoredPhoto, Transaction } from './user-database.ts';

/** What a deletion removed. Kept in memory only: after a reload the deletion cannot be undone. */
export type Removal = {
  /** The item as the user saw it. */
  shown: Item;
  /** The unsent change that the deletion replaced. */
  before: OutboxEntry | undefined;
  drafts: Draft[];
  /** The photos of the item, the change and the drafts. */
  photos: StoredPhoto[];
  /** The deletion to send. Missing if the server does not have the item, so that nothing is sent. */
  deletion?: { id: string; base: Item | undefined };
};

/** Deletes the closed drafts of an item. Returns everything that the deletion removes. */
export async function deleteWithDrafts(
  transaction: Transaction,
  kind: ItemKind,
  shown: Item,
  before: OutboxEntry | undefined,
  closed: Draft[],
): Promise<Removal> {
  const drafts: Draft[] = [];
  for (const seen of closed) {
    const isOfItem = itemIdOf(seen) === shown.id;
    const draft = isOfItem && (await getSeenDraft(transaction, kind, seen));
    if (draft) drafts.push(draft);
  }
  const paths = [
    ...uploadsOf(before).map(unsentPhotoPath),
    ...drafts.map(({ id }) => draftPhotoPath(kind.many, id)),
  ];
  const photos: StoredPhoto[] = [];
  for (const path of new Set(paths)) {
    const stored = await transaction.get('photos', [path]);
    if (stored) photos.push(stored);
  }
  for (const { id } of drafts) await deleteDraft(transaction, kind, id);
  return { shown, before, drafts, photos };
}

/**
 * Restores the drafts and photos in addition to the entry that `entryAfterUndo` returns, even beyond the draft limit.
 */
export async function restoreStored({ put }: Transaction, { drafts, photos }: Removal) {
  for (const photo of photos) await put('photos', photo);
  for (const draft of drafts) await put('drafts', draft);
}

/** Tells whether a deletion can still be undone, because the item has not changed since. */
export function canUndo(
  { deletion }: Removal,
  entry: OutboxEntry | undefined,
  item: Item | undefined,
): boolean {
  if (!deletion) return !entry && !item;
  // If the user has saved the item since, and that was sent, its version is newer.
  if (!entry) return !item || item.version <= (deletion.base?.version ?? item.version);
  return entry.change.kind === 'delete' && deletionOf(entry) === deletion.id;
}

/**
 * Returns the entry of an item after its deletion was undone. If the deletion may have reached the server, the entry
 * restores the item there; otherwise it is the entry from before.
 */
export function entryAfterUndo(
  kind: ItemKind,
  removal: Removal,
  entry: OutboxEntry | undefined,
  { changeId, time }: { changeId: string; time: string },
): OutboxEntry | undefined {
  const { shown, before, deletion } = removal;
  const attempt = entry?.attempt;
  const isSent =
    !entry ||
    entry.restores === deletion?.id ||
    (attempt?.operation === 'delete' && attempt.deletion === deletion?.id);
  if (!deletion || !isSent) return before;
  const isChanged = before?.change.kind === 'save';
  const otherVersion = isChanged && otherVersionOf(before);
  return {
    entity: kind.many,
    id: shown.id,
    createdAt: before?.createdAt ?? time,
    editedAt: before?.editedAt ?? time,
    changeId,
    change: isChanged
      ? before.change
      : { kind: 'save', fields: fieldsOf(kind, shown), photo: { kind: 'unchanged' } },
    base: isChanged
      ? (before.base ?? sentBy(before.attempt, shown))
      : (entry?.base ?? deletion.base ?? shown),
    restores: deletion.id,
    ...(otherVersion && { otherVersion }),
    attempt,
  };
}

const otherVersionOf = ({ problem, otherVersion }: OutboxEntry) =>
  problem?.kind === 'changed' ? problem.theirs : otherVersion;

/** Returns a new item as the server received it. */
function sentBy(attempt: Attempt | undefined, shown: Item): Item {
  if (attempt?.change.kind !== 'save') return shown;
  const { fields, photo } = attempt.change;
  const photo_path = photo.kind === 'added' ? (photo.path ?? null) : null;
  return { ...shown, ...fields, photo_path };
}
