import type { ItemKind } from '#shared/items.ts';
import type { FieldErrors } from '#shared/validate.ts';
import type { DraftContent, SeenDraft } from './draft.ts';
import { type FieldValues, haveSameFields, type Item } from './item.ts';

/** What happens to the photo of an item when it is saved. */
export type PhotoChange =
  | { kind: 'unchanged' }
  | { kind: 'removed' }
  /** A new photo; `path` is its path on the server once it is uploaded. */
  | { kind: 'added'; uploadId: string; path?: string };

/** What the user wants: an item with these values, or no item. */
export type Change = { kind: 'save'; fields: FieldValues; photo: PhotoChange } | { kind: 'delete' };

/** Why a change waits for the user. `isUncertain` is true if it is unknown whether an earlier request arrived. */
export type Problem =
  | { kind: 'rejected'; error: string; fields?: FieldErrors }
  /** The item was changed elsewhere, and both versions do not fit together. */
  | { kind: 'changed'; theirs: Item; isUncertain?: boolean }
  /** The item was deleted elsewhere. */
  | { kind: 'deleted'; isUncertain?: boolean };

/** A request whose response has not arrived. It is repeated unchanged until one does. */
export type Attempt = {
  operation: 'create' | 'update' | 'delete' | 'restore';
  change: Change;
  /** The version that the request is based on. */
  version?: number;
  /** The deletion that the request makes or undoes. */
  deletion?: string;
  /** The `changeId` of the entry when the request was made. */
  changeId: string;
  /** The request was sent before, and it is unknown whether it arrived. */
  isUncertain: boolean;
  /** The latest change that this device knew when it made the request, if it did not have the item then. */
  missingAt?: number;
  /** The request leaves out references to items that were not created yet. They are sent afterwards. */
  isPartial?: boolean;
};

/** The next thing to send for an item. `changeId` names the change that it belongs to. */
export type Step =
  /** The photo is missing if the browser has deleted it. */
  | { kind: 'upload'; changeId: string; uploadId: string; blob: Blob | undefined }
  | { kind: 'request'; changeId: string; attempt: Attempt };

/** A change of an item that the server has not confirmed yet. Later changes of the item replace it. */
export type OutboxEntry = {
  /** The kind of the item: its `many`. */
  entity: string;
  id: string;
  /** When the user first made the change, by this device's clock. */
  createdAt: string;
  editedAt: string;
  /** New after every change by the user. */
  changeId: string;
  change: Change;
  /** The server's version that the user changed. Missing for a new item. */
  base?: Item;
  attempt?: Attempt;
  /**
   * The item may have been created by a request without an answer, because that was repeated or the item was deleted on
   * another device. Kept when the user changes the item again.
   */
  mayExist?: boolean;
  /** The deletion that the user undid after it was sent: the item is restored before its change is sent. */
  restores?: string;
  /** The other version of the conflict that the deleted item had. */
  otherVersion?: Item;
  problem?: Problem;
  /** Why the last attempt failed, if the change will be sent again. */
  error?: string;
};

/** What a form saves: the item with this id, and the form's draft, which is not needed any more then. */
export type Edit = DraftContent & { id: string; draft?: SeenDraft };

export type SaveOutcome =
  | { kind: 'saved' }
  /** Another form on this device has changed the item since, and both changes overlap. */
  | { kind: 'changed'; theirs: Item };

/** How the person resolves a conflict. */
export type Resolution = 'mine' | 'theirs' | 'both';

/** Based on an item whose version is not known yet. No item has this version, so the server answers with the current one. */
const UNKNOWN_VERSION = 999_999_999;

/** Returns the item as the user left it: with the change, or undefined if it was deleted. */
export function withChange(
  item: Item | undefined,
  entry: OutboxEntry | undefined,
): Item | undefined {
  if (!entry) return item;
  const { change, base, problem } = entry;
  // The user has to decide whether to delete the changed item, which is shown until then.
  if (change.kind === 'delete') return problem?.kind === 'changed' ? problem.theirs : undefined;
  const known = base ?? {
    id: entry.id,
    version: 0,
    created_at: entry.createdAt,
    updated_at: entry.editedAt,
    photo_path: null,
  };
  return {
    ...known,
    ...change.fields,
    updated_at: entry.editedAt,
    photo_path: photoAfter(change.photo, item ?? known),
  };
}

/** Returns the item as lists show it. While a conflict waits for a decision, that is the server's version. */
export const shownItem = (item: Item | undefined, entry: OutboxEntry | undefined) =>
  entry?.problem?.kind === 'changed' ? entry.problem.theirs : withChange(item, entry);

/** Tells whether the server gets the item with this entry, and does not have it before, as far as the device knows. */
export const isUncreated = ({ base, restores, change, attempt }: OutboxEntry) =>
  (!base || restores !== undefined) && (change.kind === 'save' || attempt !== undefined);

/** Returns the path under which the unsent photo of an upload is stored. */
export const unsentPhotoPath = (uploadId: string) => `unsent/${uploadId}`;

/** Tells whether a path names an unsent photo, which only this device has. */
export const isUnsentPhotoPath = (path: string) => path.startsWith(unsentPhotoPath(''));

/** Tells whether the server's item is the result of this change. */
export function isResultOf(kind: ItemKind, change: Change, item: Item): boolean {
  if (change.kind === 'delete' || !haveSameFields(kind, change.fields, item)) return false;
  const { photo } = change;
  if (photo.kind === 'unchanged') return true;
  return (item.photo_path ?? null) === (photo.kind === 'added' ? photo.path : null);
}

/** Tells whether the person has to choose between two versions. */
export const isConflict = (entry: OutboxEntry | undefined) =>
  entry?.problem?.kind === 'changed' || entry?.problem?.kind === 'deleted';

/** Describes two forms that changed the same item on this device, as if the other one were another device. */
export function conflictOfForms(
  kind: ItemKind,
  { id, fields }: { id: string; fields: FieldValues },
  theirs: Item,
): OutboxEntry {
  const time = new Date().toISOString();
  return {
    entity: kind.many,
    id,
    createdAt: time,
    editedAt: time,
    changeId: '',
    change: { kind: 'save', fields, photo: { kind: 'unchanged' } },
    problem: { kind: 'changed', theirs },
  };
}

/** Tells whether an entry is still as the person has seen it: the same change with the same problem. */
export function hasSameProblem(
  entry: OutboxEntry | undefined,
  seen: OutboxEntry,
): entry is OutboxEntry {
  return (
    entry !== undefined &&
    entry.changeId === seen.changeId &&
    entry.problem?.kind === seen.problem?.kind &&
    otherVersion(entry) === otherVersion(seen)
  );
}

/**
 * Identifies the other version of a conflict. After a restored backup the same number may belong to another version.
 */
function otherVersion({ problem }: OutboxEntry) {
  if (problem?.kind !== 'changed') return undefined;
  const { version, updated_at } = problem.theirs;
  return `${version} ${updated_at}`;
}

/** Returns the server version that a change of the shown item is based on. */
export function baseOf(kind: ItemKind, shown: Item | undefined, stored: Item | undefined) {
  if (!shown) return undefined;
  // The item was shown before its own change was sent: its version was unknown and its photo had another path.
  const isPhotoKnown =
    (shown.photo_path ?? null) === (stored?.photo_path ?? null) ||
    (shown.photo_path && isUnsentPhotoPath(shown.photo_path));
  if (stored && isPhotoKnown && haveSameFields(kind, shown, stored)) return stored;
  return { ...shown, version: shown.version || UNKNOWN_VERSION };
}

/** Tells whether the other device's version is shown because the user has not confirmed the deletion yet. */
export const showsTheirs = ({ change, problem }: OutboxEntry) =>
  change.kind === 'delete' && problem?.kind === 'changed';

/** Rebases the entry on the server's version, if lists show that version. */
export const withTheirs = (entry: OutboxEntry | undefined) =>
  entry?.problem?.kind === 'changed' ? { ...entry, base: entry.problem.theirs } : entry;

/** Returns the id of a photo that must be uploaded before the next request. */
export function missingUpload({ change, attempt, restores }: OutboxEntry): string | undefined {
  if (attempt || restores || change.kind === 'delete') return undefined;
  if (change.photo.kind !== 'added') return undefined;
  return change.photo.path ? undefined : change.photo.uploadId;
}

/** Returns the entry with the path of an uploaded photo. No path means that the attempt with the photo was rejected. */
export function withUploadPath(
  entry: OutboxEntry,
  uploadId: string,
  path: string | undefined,
): OutboxEntry {
  const { attempt: _attempt, ...rest } = entry;
  const kept = path ? entry : rest;
  const { change } = entry;
  if (change.kind === 'delete' || change.photo.kind !== 'added') return kept;
  if (change.photo.uploadId !== uploadId) return kept;
  return { ...kept, change: { ...change, photo: { kind: 'added', uploadId, path } } };
}

/** Returns the request for an entry's change. */
export function attemptFor(entry: OutboxEntry): Attempt {
  const { base, change, changeId, restores } = entry;
  const attempt = { change, changeId, isUncertain: false };
  const version = base?.version;
  if (change.kind === 'delete')
    return { operation: 'delete', version, deletion: deletionOf(entry), ...attempt };
  if (restores) return { operation: 'restore', deletion: restores, ...attempt };
  return { operation: base ? 'update' : 'create', version, ...attempt };
}

/**
 * Returns the id of the deletion that an entry makes. One that was undone only on this device is repeated: another device
 * may have restored the item since.
 */
export const deletionOf = ({ restores, changeId }: OutboxEntry) => restores ?? changeId;

/** Returns the ids of the photos that an entry still needs. */
export function uploadsOf(entry: OutboxEntry | undefined): string[] {
  return [entry?.change, entry?.attempt?.change].flatMap((change) =>
    change?.kind === 'save' && change.photo.kind === 'added' ? [change.photo.uploadId] : [],
  );
}

/** Returns the path of the photo after the change: on the server, or on this device if it is unsent. */
function photoAfter(photo: PhotoChange, item: Item): string | null {
  if (photo.kind === 'added') return unsentPhotoPath(photo.uploadId);
  return photo.kind === 'removed' ? null : (item.photo_path ?? null);
}
