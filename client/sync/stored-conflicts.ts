import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import { mergeChange } from './merge.ts';
import { isConflict, isResultOf, type OutboxEntry } from './outbox-entry.ts';
import { replaceEntry } from './stored-entries.ts';
import type { StoreName, Transaction } from './user-database.ts';

/*
 * A conflict that waits for the user contains the server's version of the item. When a newer version is stored, the
 * conflict is updated in the same transaction.
 */

/** The stores of a transaction that stores items and updates their conflicts. */
export const RECEIVED_STORES: StoreName[] = ['items', 'thumbnails', 'cursors', 'outbox', 'photos'];

/** A conflict before and after a new version of its item was stored; without `after`, nothing is left to decide. */
export type ChangedConflict = { before: OutboxEntry; after: OutboxEntry | undefined };

/** Compares all conflicts of a kind with the stored items, and returns those that have changed. */
export async function updateConflicts(
  transaction: Transaction,
  kind: ItemKind,
  isReset = false,
): Promise<ChangedConflict[]> {
  const changed: ChangedConflict[] = [];
  for (const before of await transaction.getAll('outbox', [kind.many])) {
    const after = await updateConflict(transaction, kind, before, isReset);
    if (after === before) continue;
    await replaceEntry(transaction, before, after);
    changed.push({ before, after });
  }
  return changed;
}

/** Returns the entry with its conflict, if any, updated to the stored item. */
export async function updateConflict(
  { get }: Transaction,
  kind: ItemKind,
  entry: OutboxEntry | undefined,
  isReset = false,
): Promise<OutboxEntry | undefined> {
  if (!entry || !isConflict(entry)) return entry;
  const stored = await get('items', [kind.many, entry.id]);
  // Before the first list is loaded, a missing item means nothing.
  if (!stored && !(await get('cursors', [kind.many]))) return entry;
  return conflictWith(kind, entry, stored?.item, isReset);
}

/**
 * Returns the entry of a conflict whose server item is now `theirs`, or undefined if that item was deleted. After a
 * reset a lower version may be the current one; otherwise it comes from an outdated response.
 */
function conflictWith(
  kind: ItemKind,
  entry: OutboxEntry,
  theirs: Item | undefined,
  isReset = false,
): OutboxEntry | undefined {
  const { problem, ...unsent } = entry;
  if (problem?.kind !== 'changed' && problem?.kind !== 'deleted') return entry;
  const { base, change } = unsent;
  const uncertain = problem.isUncertain && { isUncertain: true };
  if (!theirs) {
    if (problem.kind === 'deleted') return entry;
    return change.kind === 'delete'
      ? undefined
      : { ...unsent, problem: { kind: 'deleted', ...uncertain } };
  }
  if (problem.kind === 'changed' && !isReset && theirs.version <= problem.theirs.version)
    return entry;
  if (isResultOf(kind, change, theirs)) return undefined;
  // A deletion that the user was asked about is never sent automatically.
  const fits =
    base && change.kind === 'save' && !uncertain && mergeChange(kind, base, change, theirs);
  // When the change is sent again, it is merged with the other version.
  return fits ? unsent : { ...unsent, problem: { kind: 'changed', theirs, ...uncertain } };
}
