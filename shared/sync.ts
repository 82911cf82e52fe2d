import * as v from 'valibot';
import { fieldMessages as m } from './messages.ts';

/** The number of the last change that a device knows. */
export const changesQuery = v.object({
  since: v.pipe(v.string(m.sinceInvalid), v.regex(/^\d{1,15}$/, m.sinceInvalid), v.toNumber()),
});

/** What all synced entities have in common. */
const syncedItem = v.looseObject({ id: v.string(), version: v.number() });

export const changes = v.object({
  /** What changed, by entity: the current items, and the ids of deleted ones. */
  changes: v.record(
    v.string(),
    v.object({ items: v.array(syncedItem), deleted: v.array(v.string()) }),
  ),
  /** The number up to which this response is complete. The next request sends it as `since`. */
  seq: v.number(),
  /** Whether there are changes after `seq`. */
  more: v.boolean(),
  /** The changes since then are not known any more: load the lists again. */
  reset: v.boolean(),
});

/** Deletions are remembered for this long. A device that was away longer loads the lists again. */
export const DELETION_LIFETIME_DAYS = 90;

/** How long a deleted item can be restored. Its text and photo are stored for this long, and cannot be read. */
export const RESTORABLE_MINUTES = 10;

/** Names a deletion, so that a late request cannot restore what another one deleted. The client chooses it. */
const deletionId = v.optional(v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid), v.toLowerCase()));

/** Names the deletion that a request makes, and the version that it deletes. */
export const itemDeletion = v.object({
  /** The version that was deleted. Without one, any version is deleted. */
  version: v.optional(
    v.pipe(v.string(m.versionInvalid), v.regex(/^[1-9]\d{0,14}$/, m.versionInvalid), v.toNumber()),
  ),
  /** Names this deletion, so that it can be undone. */
  deletion: deletionId,
});

/** The deletion to undo. Without one, the last deletion of the item is undone. */
export const undoneDeletion = v.object({ deletion: deletionId });
