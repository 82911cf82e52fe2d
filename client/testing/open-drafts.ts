import { createDrafts } from '#client/sync/drafts.ts';
import { createOpenForms } from '#client/sync/open-forms.ts';
import { createReceivingDatabase } from '#client/sync/received-items.ts';
import { heldLocks, withLock } from '#client/sync/tabs.ts';
import type { UserDatabase } from '#client/sync/user-database.ts';

let time = Date.UTC(2026, 0, 1);

/** Returns a user's drafts as one tab has them. `locks` are the browser's locks. */
export function draftsOf(
  stored: UserDatabase,
  locks: { withLock: typeof withLock; heldLocks: typeof heldLocks } = { withLock, heldLocks },
) {
  const database = createReceivingDatabase(stored);
  const forms = createOpenForms({ database, ...locks }, new AbortController().signal);
  const newId = () => crypto.randomUUID();
  const now = () => new Date(++time).toISOString();
  const drafts = createDrafts({ database, forms, newId, now, publishDrafts() {} });
  return { ...drafts, readClosed: forms.readClosed };
}
