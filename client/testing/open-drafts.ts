import { createDrafts } from '#client/sync/drafts.ts';
import type { LocalDatabase } from '#client/sync/local-database.ts';
import { createOpenForms } from '#client/sync/open-forms.ts';
import { heldLocks, withLock } from '#client/sync/tabs.ts';

let time = Date.UTC(2026, 0, 1);

/** Returns the drafts of a person, as one tab has them. `locks` are those of the browser. */
export const draftsOf = (
  database: LocalDatabase,
  userId: string,
  locks: Parameters<typeof createOpenForms>[0] = { withLock, heldLocks },
) =>
  createDrafts({
    database,
    userId,
    forms: createOpenForms(locks, new AbortController().signal),
    newId: () => crypto.randomUUID(),
    now: () => new Date(++time).toISOString(),
    onChange() {},
  });
