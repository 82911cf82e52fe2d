/** A deliberate fault: a piece of source text that is replaced. The simulator must find it. */
export type Mutant = {
  file: string;
  replace: string;
  by: string;
  /** The first seed that finds the fault, where tests begin: `npm run simulate -- --mutant NAME` prints it. */
  seed?: number;
};

export const mutants: Record<string, Mutant> = {
  /** A request without a response is not repeated: the latest change is sent instead. */
  ordering: {
    file: 'client/sync/outbox.ts',
    replace:
      'const made = attempt ? { ...attempt, isUncertain: true } : newAttempt(entry, uncreated);',
    by: 'const made = newAttempt(entry, uncreated);',
  },
  /** New items are sent without their id: a repeated request creates a second item. */
  idempotency: {
    file: 'client/sync/sender.ts',
    replace: '...body, id } }]',
    by: '...body } }]',
  },
  /** The device ignores deletions by other devices. */
  tombstones: {
    file: 'client/sync/stored-items.ts',
    replace: 'if (before && before.seq <= seq) await deleteItem(transaction, kind, before.item);',
    by: 'void before;',
  },
  /** Changes are sent without the version they are based on. */
  'base-version': {
    file: 'client/sync/sender.ts',
    replace: 'body: { ...body, version }',
    by: 'body',
  },
  /** New items are sent in any order. */
  'order-of-writing': {
    file: 'client/sync/send-changes.ts',
    replace: 'a.createdAt.localeCompare(b.createdAt)',
    by: 'a.id.localeCompare(b.id)',
    seed: 312,
  },
  /** A change is sent before the new item that it refers to. */
  'order-of-links': {
    file: 'client/sync/references.ts',
    replace: 'if (target && isUncreated(target)) found.push(reference);',
    by: 'void target;',
    seed: 65,
  },
  /** A deletion that was sent is undone on the device only. */
  undo: {
    file: 'client/sync/removal.ts',
    replace: 'if (!deletion || !isSent) return before;',
    by: 'if (shown) return before;',
    seed: 128,
  },
  /** A conflict that waits for the user is not updated. */
  'frozen-conflict': {
    file: 'client/sync/stored-conflicts.ts',
    replace: 'if (!entry || !isConflict(entry)) return entry;',
    by: 'if (kind) return entry;',
  },
  /** A decision counts although the other version has changed since the user saw it. */
  'unseen-version': {
    file: 'client/sync/outbox-entry.ts',
    replace: 'otherVersion(entry) === otherVersion(seen)',
    by: 'true',
    seed: 1404,
  },
  /** A form stores, saves or discards a draft that another form has opened. */
  'draft-owner': {
    file: 'client/sync/stored-drafts.ts',
    replace: 'return draft?.form === form ? draft : undefined;',
    by: 'return form ? draft : undefined;',
    seed: 95,
  },
  /** Deleting an item also deletes the drafts of forms that are open in other tabs. */
  'open-forms': {
    file: 'client/sync/open-forms.ts',
    replace: 'form !== undefined && locks.has(lockOf(form)) && !closing.has(form);',
    by: 'form !== undefined && locks.size < 0;',
    seed: 99,
  },
};
