import { createDrafts } from '#client/sync/drafts.ts';
import type { LocalDatabase } from '#client/sync/local-database.ts';
import { createOpenForms } from '#client/sync/open-forms.ts';
import { createReceivingDatabase } from '#client/sync/received-items.ts';
import { heldLocks, withLock } from '#client/sync/tabs.ts';

let time = Date.UTC(2026, 0, 1);

/** Returns the drafts of a person, as one tab has them. `locks` are those of the browser. */
export function draftsOf(
  stored: LocalDatabase,
  userId: string,
  locks: { withLock: typeof withLock; heldLocks: typeof heldLocks } = { withLock, heldLocks },
) {
  const database = createReceivingDatabase(stored, userId);
  const forms = createOpenForms({ database, userId, ...locks }, new AbortController().signal);
  const newId = () => crypto.randomUUID();
  const now = () => new Date(++time).toISOString();
  const drafts = createDrafts({ database, userId, forms, newId, now, publishDrafts() {} });
  return { ...drafts, readClosed: forms.readClosed };
}
