import type { SyncEnvironment } from '#client/sync/sync-environment.ts';
import type { UserDatabase } from '#client/sync/user-database.ts';
import { createUserSync } from '#client/sync/user-sync.ts';
import { tasks } from './task-kind.ts';

/** Syncs a user's data like a page without other tabs and without a server. `environment` replaces parts. */
export const createTestSync = (
  database: UserDatabase,
  environment: Partial<SyncEnvironment> = {},
) =>
  createUserSync({
    database,
    userId: 'ada',
    bearer: 'token',
    kinds: [tasks],
    fetchList: async () => ({ items: [], seq: 0 }),
    async *openStream() {},
    canConnect: () => true,
    isSignedIn: () => true,
    checkSession: () => true,
    withLock: (_name, _signal, work) => work(new AbortController().signal),
    heldLocks: async () => new Set(),
    publish() {},
    pause: async () => {},
    now: () => '2026-01-01T00:00:00.000Z',
    newId: () => crypto.randomUUID(),
    ...environment,
  });
