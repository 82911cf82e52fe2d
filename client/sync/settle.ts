import type { ItemKind } from '#shared/items.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { fieldNames, fieldsOf, haveSameFields, type Item } from './item.ts';
import { mergeChange, type Save } from './merge.ts';
import {
  type Attempt,
  type Change,
  isResultOf,
  type OutboxEntry,
  type Problem,
} from './outbox-entry.ts';
import { isUnedited } from './references.ts';

/** What the server answered to an attempt. */
export type Answer =
  /** `seq` is the number of this change on the server. */
  | { kind: 'saved'; item: Item; seq: number }
  | { kind: 'deleted' }
  /** The item's version differs from the one that the attempt was based on. */
  | { kind: 'conflict'; item: Item }
  /** The item does not exist. */
  | { kind: 'missing'; error: string }
  | { kind: 'rejected'; error: string; fields?: FieldErrors }
  /** No answer, or none about this change: it is sent again later. */
  | { kind: 'unreachable'; error: string };

export type Settled = {
  /** What is left to send; undefined if nothing is left. */
  entry: OutboxEntry | undefined;
  /** The server's current item, null if it does not exist, undefined if unknown. */
  item?: Item | null;
  /** The item now has both changes. */
  isMerged?: boolean;
  /** A version that only this device still has. */
  remaining?: Item;
};

/**
 * Decides what an answer means for the entry. The request was about the change `changeId`; the user may have changed
 * the item since.
 */
export function settle(
  kind: ItemKind,
  entry: OutboxEntry,
  answer: Answer,
  changeId: string,
): Settled {
  const { attempt, error: _error, ...unsent } = entry;
  if (answer.kind === 'unreachable') return { entry: { ...entry, error: answer.error } };
  if (answer.kind === 'rejected') {
    const { error, fields } = answer;
    const isChanged = entry.changeId !== changeId;
    // The item that could not be deleted is shown again.
    if (!isChanged && entry.change.kind === 'delete') return { entry: undefined };
    return {
      entry: isChanged ? unsent : { ...unsent, problem: { kind: 'rejected', error, fields } },
    };
  }
  // The answer to an earlier request, whose repetition was already answered.
  if (attempt?.changeId !== changeId) return { entry };
  const { restores, otherVersion, ...next } = unsent;

  switch (answer.kind) {
    case 'deleted':
    case 'missing':
      // The user may have changed the item again after it was deleted.
      if (entry.change.kind === 'delete') return { entry: undefined, item: null };
      // Only an item that may have been created can have been deleted since.
      if (answer.kind === 'missing' && attempt.operation === 'create' && !entry.mayExist)
        return { entry: { ...unsent, error: answer.error } };
      // The user undid the deletion after it was sent: the item is restored next.
      if (restores && attempt.operation === 'delete') return { entry: unsent, item: null };
      return {
        entry: { ...next, problem: { kind: 'deleted', ...uncertain(attempt) } },
        item: null,
        ...(otherVersion && { remaining: otherVersion }),
      };
    case 'saved':
      if (attempt.operation === 'restore') return settleRestored(kind, next, attempt, answer.item);
      return settleSaved(kind, next, attempt, answer.item);
    case 'conflict':
      if (isResultOf(kind, attempt.change, answer.item))
        return settleSaved(kind, next, attempt, answer.item);
      return settleConflict(kind, next, attempt, answer.item);
  }
}

/** Continues after the server has saved the attempt. */
function settleSaved(
  kind: ItemKind,
  entry: OutboxEntry,
  { change, changeId, version = 0, isPartial }: Attempt,
  item: Item,
): Settled {
  if (entry.changeId === changeId && !isPartial) return { entry: undefined, item };
  // A repeated request returns the current item, which another device may have changed since.
  const isCurrent = item.version === version + 1;
  const before = entry.base ?? { ...item, photo_path: null };
  const base = isCurrent ? item : resultOf(kind, change, before);
  return { entry: { ...entry, base, change: withoutSentPhoto(entry.change, change) }, item };
}

/** Continues after the server has restored the item, which may have been changed since if the request was repeated. */
function settleRestored(kind: ItemKind, entry: OutboxEntry, attempt: Attempt, item: Item): Settled {
  if (isResultOf(kind, entry.change, item)) return { entry: undefined, item };
  return settleConflict(kind, entry, { ...attempt, isUncertain: false }, item);
}

/** Continues after another device has changed the item. */
function settleConflict(
  kind: ItemKind,
  entry: OutboxEntry,
  attempt: Attempt,
  theirs: Item,
): Settled {
  const { base, change } = entry;
  const problem: Problem = { kind: 'changed', theirs, ...uncertain(attempt) };
  if (!base) return { entry: { ...entry, problem }, item: theirs };
  if (change.kind === 'delete') {
    // Only the version differs, for example because this device opened the item before its own change was sent.
    const hasSameFields = haveSameFields(kind, base, theirs) || isUnedited(kind, base, theirs);
    const isUnchanged = hasSameFields && base.photo_path === theirs.photo_path;
    return {
      entry: isUnchanged ? { ...entry, base: theirs } : { ...entry, problem },
      item: theirs,
    };
  }
  // A reference that only the server has cleared does not compete with another choice.
  const from = isUnedited(kind, base, theirs) ? withTheirChoices(kind, base, change, theirs) : base;
  const merged = mergeChange(kind, from, change, theirs);
  if (!merged || (attempt.isUncertain && !isSureMerge()))
    return { entry: { ...entry, problem }, item: theirs };
  const isTheirsNew = !haveSameFields(kind, base, theirs);
  if (isResultOf(kind, merged, theirs) && merged.photo.kind === 'unchanged')
    return { entry: undefined, item: theirs };
  return { entry: { ...entry, base: theirs, change: merged }, item: theirs, isMerged: isTheirsNew };

  /**
   * Tells whether the merge is right in both cases: the earlier request was lost, or it arrived and the other device
   * changed its result. If it might undo that device's change, the user decides.
   */
  function isSureMerge() {
    if (change.kind === 'delete' || !base || theirs.version === base.version + 1) return true;
    const fromAttempt = mergeChange(kind, resultOf(kind, attempt.change, base), change, theirs);
    return (
      fromAttempt !== undefined &&
      merged !== undefined &&
      haveSameFields(kind, fromAttempt.fields, merged.fields)
    );
  }
}

/** Returns the base of a change as if it had always had their values in the fields that the change is about. */
const withTheirChoices = (kind: ItemKind, base: Item, { fields }: Save, theirs: Item): Item => ({
  ...base,
  ...Object.fromEntries(
    fieldNames(kind)
      .filter((name) => fields[name] !== base[name])
      .map((name) => [name, theirs[name]]),
  ),
});

const uncertain = ({ isUncertain }: Attempt) => isUncertain && { isUncertain };

/**
 * Returns the item that a change produced. Its version is 1: right for a new item, and deliberately outdated for a
 * changed one, so that the server returns the current item and both are merged.
 */
function resultOf(kind: ItemKind, change: Change, item: Item): Item {
  if (change.kind === 'delete') return item;
  const { fields, photo } = change;
  const path = photo.kind === 'added' ? (photo.path ?? null) : null;
  return {
    ...item,
    ...fieldsOf(kind, fields),
    ...(photo.kind !== 'unchanged' && { photo_path: path }),
    version: 1,
  };
}

/** Leaves the photo unchanged if the attempt has already changed it. */
function withoutSentPhoto(change: Change, sent: Change): Change {
  if (change.kind === 'delete' || sent.kind === 'delete') return change;
  const isSent =
    change.photo.kind === 'added' && sent.photo.kind === 'added'
      ? change.photo.uploadId === sent.photo.uploadId
      : change.photo.kind === sent.photo.kind;
  return isSent ? { ...change, photo: { kind: 'unchanged' } } : change;
}
