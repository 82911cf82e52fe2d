/** A deliberate fault: a piece of source text that is replaced. The simulator must find it. */
export type Mutant = { file: string; replace: string; by: string };

export const mutants: Record<string, Mutant> = {
  /** A request without a response is not repeated: the latest change is sent instead. */
  ordering: {
    file: 'client/sync/outbox.ts',
    replace: 'const next = attempt ? { ...attempt, isUncertain: true } : attemptFor(entry);',
    by: 'const next = attemptFor(entry);',
  },
  /** New items are sent without their id: a repeated request creates a second item. */
  idempotency: {
    file: 'client/sync/sender.ts',
    replace: '{ body: { ...body, id }, bearer, signal }',
    by: '{ body, bearer, signal }',
  },
  /** The device ignores what was deleted elsewhere. */
  tombstones: {
    file: 'client/sync/stored-items.ts',
    replace: 'for (const id of deleted) await deleteStored(transaction, userId, entity, id);',
    by: 'for (const _ of deleted) await Promise.resolve();',
  },
  /** Changes are sent without the version they are based on. */
  'base-version': {
    file: 'client/sync/sender.ts',
    replace: 'body: { ...body, version }',
    by: 'body',
  },
};
