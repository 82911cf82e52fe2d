import * as v from 'valibot';
import { fieldMessages as m } from './messages.ts';
import { uuid } from './text.ts';

/** `since` is the number of the last change that a device knows. */
export const changesQuery = v.object({
  since: v.pipe(v.string(m.sinceInvalid), v.regex(/^\d{1,15}$/, m.sinceInvalid), v.toNumber()),
});

/** The fields that all synced items have. */
const syncedItem = v.looseObject({ id: v.string(), version: v.number() });

export const changes = v.object({
  /** The changed items by kind, as they are now, and the ids of deleted ones. */
  changes: v.record(
    v.string(),
    v.object({ items: v.array(syncedItem), deleted: v.array(v.string()) }),
  ),
  /** The number up to which this response is complete. The next request sends it as `since`. */
  seq: v.number(),
  /** Whether there are changes after `seq`. */
  more: v.boolean(),
  /** The changes after `since` are no longer known: load the lists again. */
  reset: v.boolean(),
});

/** Deletions are remembered for this long. A device that was away longer loads the lists again. */
export const DELETION_LIFETIME_DAYS = 90;

/** How long a deleted item can be restored. Its text and photo are stored until then, but cannot be read. */
export const RESTORABLE_MINUTES = 10;

/** Identifies a deletion, so that a late request cannot undo a later one. Chosen by the client. */
const deletionId = v.optional(uuid);

/** The query of a request that deletes an item. */
export const itemDeletion = v.object({
  /** The version to delete. Without it, any version is deleted. */
  version: v.optional(
    v.pipe(v.string(m.versionInvalid), v.regex(/^[1-9]\d{0,14}$/, m.versionInvalid), v.toNumber()),
  ),
  /** Identifies this deletion, so that it can be undone. */
  deletion: deletionId,
});

/** The deletion to undo. Without it, the item's last deletion is undone. */
export const undoneDeletion = v.object({ deletion: deletionId });
