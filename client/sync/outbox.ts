import type { ItemKind } from '#shared/items.ts';
import type { Draft } from './draft.ts';
import { type FieldValues, fieldsOf, haveSameFields, type Item } from './item.ts';
import { addToUnsent } from './merge.ts';
import {
  baseOf,
  type Change,
  deletionOf,
  type Edit,
  hasSameProblem,
  missingUpload,
  type OutboxEntry,
  type Resolution,
  type SaveOutcome,
  type Step,
  shownItem,
  showsTheirs,
  unsentPhotoPath,
  withChange,
  withTheirs,
  withUploadPath,
} from './outbox-entry.ts';
import { findUncreated, newAttempt } from './references.ts';
import {
  canUndo,
  deleteWithDrafts,
  entryAfterUndo,
  type Removal,
  restoreStored,
} from './removal.ts';
import type { Hold } from './send-in-order.ts';
import { type Answer, type Settled, settle } from './settle.ts';
import { updateConflict } from './stored-conflicts.ts';
import { deleteSeenDraft } from './stored-drafts.ts';
import { blobsOf, createEntryStore, readUnsentPhoto, storeUnsentPhoto } from './stored-entries.ts';
import { deleteStored, knownSeq, storeItem } from './stored-items.ts';
import type { SyncEnvironment } from './sync-environment.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/** Stores the changes of one user until the server has them. Every function is one transaction. */
export function createOutbox({
  database,
  newId,
  now,
  onChange,
  backup,
}: Pick<SyncEnvironment, 'database' | 'newId' | 'now' | 'backup'> & {
  /** Called after every change, for the screens that show the item. */
  onChange(entity: string, ids: string[]): void;
}) {
  const { change, changeWith, update } = createEntryStore({ database, onChange, backup });

  return {
    /** Reads the unsent changes, oldest first. */
    async entries(): Promise<OutboxEntry[]> {
      const entries = await database.read(['outbox'], ({ getAll }) => getAll('outbox', []));
      return entries.sort((a, b) => (a.editedAt < b.editedAt ? -1 : 1));
    },

    /** Saves the content of a form and deletes its draft. Rejects if the disk is full. */
    save: (kind: ItemKind, edit: Edit) =>
      changeWith<SaveOutcome>(kind, edit.id, blobsOf(edit), async (transaction, entry, item) => {
        const photo = await storeUnsentPhoto(transaction, edit.photo, newId);
        const edited = { kind: 'save' as const, fields: edit.fields, photo };
        // Two tabs continued the same draft of a new item: save two items.
        if (!edit.original && (entry || item)) {
          await deleteSeenDraft(transaction, kind, edit.draft);
          return { entry, added: newEntry(kind, newId(), edited), result: { kind: 'saved' } };
        }
        const shown = withChange(item, entry);
        const next =
          entry && shown
            ? addToUnsent(kind, entry.change, edited, { original: edit.original, shown })
            : edited;
        if (!next) {
          if (photo.kind === 'added')
            await transaction.delete('photos', [unsentPhotoPath(photo.uploadId)]);
          return { entry, result: { kind: 'changed', theirs: shown as Item } };
        }
        await deleteSeenDraft(transaction, kind, edit.draft);
        const changed = addChange(kind, next, edit.original, { entry, item, id: edit.id });
        return { entry: changed, result: { kind: 'saved' } };
      }),

    /**
     * Deletes an item and its drafts that no form has open. Returns what is needed to undo that, or undefined if a
     * merge has changed the item since the user saw it.
     */
    remove: (kind: ItemKind, shown: Item, closed: Draft[] = []) =>
      change<Removal | undefined>(kind, shown.id, async (transaction, entry, item) => {
        const current = entry && shownItem(item, entry);
        if (current && !haveSameFields(kind, current, shown)) return { entry, result: undefined };
        const removal = await deleteWithDrafts(transaction, kind, shown, entry, closed);
        // The server never had the item.
        if (entry && !entry.attempt && !entry.base) return { result: removal };
        const deletion = { kind: 'delete' as const };
        const seen = withTheirs(entry);
        const changed = addChange(kind, deletion, shown, { entry: seen, item, id: shown.id });
        const made = { id: deletionOf(changed), base: changed.base };
        return { entry: changed, result: { ...removal, deletion: made } };
      }),

    /** Undoes a deletion. Returns false if the item has changed since the deletion. */
    undo(kind: ItemKind, removal: Removal) {
      const { shown, photos } = removal;
      const blobs = photos.map(({ blob }) => blob);
      return changeWith<boolean>(kind, shown.id, blobs, async (transaction, entry, item) => {
        if (!canUndo(removal, entry, item)) return { entry, result: false };
        await restoreStored(transaction, removal);
        const made = { changeId: newId(), time: now() };
        const undone = entryAfterUndo(kind, removal, entry, made);
        return { entry: await updateConflict(transaction, kind, undone), result: true };
      });
    },

    /**
     * Resolves a conflict that the user has seen. Returns false if it has changed since: the user must see it first.
     */
    resolve: (kind: ItemKind, seen: OutboxEntry, resolution: Resolution) =>
      change<boolean>(kind, seen.id, async (transaction, stored) => {
        const entry = await updateConflict(transaction, kind, stored);
        const problem = entry?.problem;
        if (!problem || problem.kind === 'rejected' || !hasSameProblem(entry, seen))
          return { entry, result: false };
        // An outdated list response may have replaced the version that the user saw.
        if (problem.kind === 'changed') await storeItem(transaction, kind, problem.theirs);
        if (resolution === 'mine' && problem.kind === 'changed')
          return {
            entry: { ...replaceChange(entry, entry.change), base: problem.theirs },
            result: true,
          };
        if (resolution === 'theirs' || entry.change.kind === 'delete') return { result: true };
        const { fields, photo } = entry.change;
        const blob = photo.kind === 'added' && (await readUnsentPhoto(transaction, photo.uploadId));
        // A photo on the server stays with the other version.
        const own: Edit['photo'] = blob ? { kind: 'captured', blob } : { kind: 'none' };
        const kept = await storeUnsentPhoto(transaction, own, newId);
        const added = newEntry(kind, newId(), { kind: 'save', fields, photo: kept });
        return { added, result: true };
      }),

    /** Discards a change that the server rejected, and shows the server's version of the item again. */
    discard: (kind: ItemKind, seen: OutboxEntry) =>
      change<void>(kind, seen.id, async (_transaction, entry) => ({
        entry: hasSameProblem(entry, seen) ? undefined : entry,
        result: undefined,
      })),

    /**
     * Returns the next step for an item, or undefined if nothing can be sent. A request is stored before it is sent, so
     * that the same request is repeated if the app ends before the response. No request is made that refers to an item
     * before the server has it. If `isForced`, a new item is created without such references where that is possible.
     */
    prepare: (kind: ItemKind, id: string, { mayDelete = true, isForced = false } = {}) =>
      update<Step | ({ kind: 'held' } & Hold) | undefined>(
        kind,
        id,
        async (transaction, entry, item) => {
          if (!entry || entry.problem) return { entry, result: undefined };
          const { changeId, attempt } = entry;
          const uploadId = missingUpload(entry);
          if (uploadId) {
            const blob = await readUnsentPhoto(transaction, uploadId);
            return { entry, result: { kind: 'upload', changeId, uploadId, blob } };
          }
          const isDeletion = entry.change.kind === 'delete';
          if (!attempt && isDeletion && !mayDelete) return { entry, result: undefined };
          const uncreated =
            attempt || isDeletion ? [] : await findUncreated(transaction, kind, entry);
          const [first] = uncreated;
          if (first && !isForced)
            return { entry, result: { kind: 'held', by: first.id, isFirm: first.isRequired } };
          const made = attempt ? { ...attempt, isUncertain: true } : newAttempt(entry, uncreated);
          const next = { ...made, missingAt: item ? undefined : await knownSeq(transaction, kind) };
          return {
            entry: { ...entry, attempt: next, ...(next.isUncertain && { mayExist: true }) },
            result: { kind: 'request', changeId: next.changeId, attempt: next },
          };
        },
      ),

    /** Stores the path of an uploaded photo. Without a path, the photo is uploaded again before the next request. */
    setUploadPath: (kind: ItemKind, id: string, uploadId: string, path?: string) =>
      update<void>(kind, id, async (_transaction, entry) => ({
        entry: entry && withUploadPath(entry, uploadId, path),
        result: undefined,
      })),

    /** Applies the answer to a step. */
    settle: (kind: ItemKind, id: string, { changeId }: Step, answer: Answer) =>
      change<Settled>(kind, id, async (transaction, entry, item) => {
        if (!entry) return { result: { entry: undefined } };
        if (answer.kind === 'conflict' && !item) {
          // The item was deleted, and restored later than this device knows, unless it was deleted after the answer.
          const seq = await knownSeq(transaction, kind);
          if (seq !== entry.attempt?.missingAt) return { entry, result: { entry } };
          if (seq !== undefined) await storeItem(transaction, kind, answer.item, seq + 1);
        }
        const settled = settle(kind, entry, answer, changeId);
        const seq = answer.kind === 'saved' ? answer.seq : undefined;
        if (settled.item === null) await deleteStored(transaction, kind, id);
        else if (settled.item) await storeItem(transaction, kind, settled.item, seq);
        // This device may know a later state of the item than the answer.
        const current = await updateConflict(transaction, kind, settled.entry);
        const { remaining } = settled;
        const added = remaining && newEntry(kind, newId(), asNew(fieldsOf(kind, remaining)));
        return { entry: current, ...(added && { added }), result: { ...settled, entry: current } };
      }),
  };

  /** Returns the change that creates an item with these fields, without a photo. */
  function asNew(fields: FieldValues): Change {
    return { kind: 'save', fields, photo: { kind: 'unchanged' } };
  }

  /** Returns the entry of an item with a change of the version that the user saw. */
  function addChange(
    kind: ItemKind,
    change: Change,
    seen: Item | undefined,
    { entry, item, id }: { entry: OutboxEntry | undefined; item: Item | undefined; id: string },
  ): OutboxEntry {
    if (entry && !showsTheirs(entry)) return replaceChange(entry, change);
    const base = baseOf(kind, seen, item);
    return entry ? replaceChange({ ...entry, base }, change) : newEntry(kind, id, change, base);
  }

  function newEntry({ many }: ItemKind, id: string, change: Change, base?: Item): OutboxEntry {
    const time = now();
    const changeId = newId();
    return { entity: many, id, createdAt: time, editedAt: time, changeId, change, base };
  }

  /** Returns the entry with a new change by the user, which is sent even if an earlier change was rejected. */
  function replaceChange(entry: OutboxEntry, change: Change): OutboxEntry {
    const { problem: _problem, error: _error, ...rest } = entry;
    return { ...rest, change, changeId: newId(), editedAt: now() };
  }
}
