import { api } from '#client/api-client/api.ts';
import { ApiError } from '#client/api-client/api-error.ts';
import type { ItemKind } from '#shared/items.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import { abortAfter } from './abort-signals.ts';
import type { Item } from './item.ts';
import type { ReceivingDatabase } from './received-items.ts';
import { type ChangedConflict, RECEIVED_STORES, updateConflicts } from './stored-conflicts.ts';
import { storeChanges, storeList } from './stored-items.ts';
import type { SyncEnvironment } from './sync-environment.ts';
import type { Transaction } from './user-database.ts';

export type Puller = ReturnType<typeof createPuller>;

const REQUEST_LIMIT_MS = 30_000;

/** Copies one user's items from the server to this device. Every function throws an ApiError if a request fails. */
export function createPuller({
  database,
  bearer,
  kinds,
  fetchList,
  now,
  isSignedIn,
  onChange,
  onConflictsChanged,
}: Pick<SyncEnvironment, 'bearer' | 'kinds' | 'fetchList' | 'now' | 'isSignedIn'> & {
  database: ReceivingDatabase;
  /** Called with the ids of changed items, without ids if all may have changed. */
  onChange(entity: string, ids?: string[]): void;
  /** Called with the conflicts that have changed, before `onChange`. */
  onConflictsChanged(changed: ChangedConflict[]): Promise<void>;
}) {
  /** Whether a list that was loaded after a reset may be only in memory. */
  let wasReset = false;

  /** Loads the whole list, and replaces the stored one. */
  async function load(kind: ItemKind, { isReset = false } = {}) {
    const list = await fetchList(kind);
    if (!Array.isArray(list.items) || !Number.isFinite(list.seq)) throw notFromApi();
    // A late response must not be stored after the user has signed out.
    if (!isSignedIn()) return;
    await store(
      kind,
      (transaction) => storeList(transaction, kind, { ...list, at: now(), isReset }),
      isReset,
    );
    onChange(kind.many);
  }

  /**
   * Stores what the server sent, and updates conflicts in the same transaction. Returns the ids of the changed
   * conflicts.
   */
  async function store(
    kind: ItemKind,
    work: (transaction: Transaction) => Promise<void>,
    isReset = false,
  ) {
    wasReset ||= isReset;
    const changed = await database.writeReceived(RECEIVED_STORES, async (transaction) => {
      await work(transaction);
      return updateConflicts(transaction, kind, isReset);
    });
    await onConflictsChanged(changed);
    return changed.map(({ before }) => before.id);
  }

  /** Loads what has changed since the last time. */
  async function pull() {
    for (;;) {
      const since = await oldestCursor();
      if (since === undefined) return;
      const result = await api.changes({
        query: { since: String(since) },
        bearer,
        signal: abortAfter(REQUEST_LIMIT_MS),
      });
      if (!result.success) throw result;
      if (!result.changes || !Number.isFinite(result.seq)) throw notFromApi();
      const loaded = await loadedKinds();
      if (result.reset) {
        for (const kind of loaded) await load(kind, { isReset: true });
        return;
      }
      if (!isSignedIn()) return;
      for (const kind of loaded) {
        const { items, deleted } = result.changes[kind.many] ?? { items: [], deleted: [] };
        const page = { items: items as Item[], deleted, seq: result.seq, at: now() };
        const changed = await store(kind, (transaction) => storeChanges(transaction, kind, page));
        const ids = [...items.map(({ id }) => id), ...deleted, ...changed];
        if (ids.length > 0) onChange(kind.many, ids);
      }
      // Without progress, the next request would be the same.
      if (!result.more || result.seq <= since) return;
    }
  }

  /** Moves items that are only in memory because the disk failed to the disk. */
  async function moveToDisk() {
    await onConflictsChanged(await database.moveToDisk(kinds, wasReset));
  }

  /** Reads up to which change each list is known. Ignores the list of a removed feature, which no longer advances. */
  async function readCursors() {
    const cursors = await database.read(['cursors'], ({ getAll }) => getAll('cursors', []));
    return cursors.filter(({ entity }) => kinds.some(({ many }) => many === entity));
  }

  /** Returns the number of the change after which to pull, or undefined before the first list was loaded. */
  async function oldestCursor(): Promise<number | undefined> {
    const numbers = (await readCursors()).map(({ seq }) => seq);
    return numbers.length > 0 ? Math.min(...numbers) : undefined;
  }

  /** Returns the kinds whose list has been loaded: only their changes are stored. */
  async function loadedKinds() {
    const names = (await readCursors()).map(({ entity }) => entity);
    return kinds.filter(({ many }) => names.includes(many));
  }

  return { load, pull, moveToDisk, oldestCursor, loadedKinds };
}

/** Returns the error for a response without a change number or items, which must not be stored. */
const notFromApi = () => new ApiError({ error: UNEXPECTED_ERROR, status: 0 });
