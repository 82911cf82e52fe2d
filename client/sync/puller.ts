import { api } from '#client/api-client/api.ts';
import { ApiError } from '#client/api-client/api-error.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import { abortAfter } from './abort-signals.ts';
import type { Item, SyncedEntity } from './entity.ts';
import type { Transaction } from './local-database.ts';
import type { ReceivingDatabase } from './received-items.ts';
import { type ChangedConflict, RECEIVED_STORES, updateConflicts } from './stored-conflicts.ts';
import { storeChanges, storeList } from './stored-items.ts';

/** The response of an entity's list call. */
export type List = { items: Item[]; seq: number };

export type Puller = ReturnType<typeof createPuller>;

const REQUEST_LIMIT_MS = 30_000;

/** Copies the server's items of one user to this device. Every function throws an ApiError if a request fails. */
export function createPuller({
  database,
  userId,
  bearer,
  entities,
  fetchList,
  now,
  isSignedIn,
  onChange,
  onConflictsChanged,
}: {
  database: ReceivingDatabase;
  userId: string;
  bearer: string;
  entities: SyncedEntity[];
  /** Loads all items of an entity. */
  fetchList(entity: SyncedEntity): Promise<List>;
  now(): string;
  /** Tells whether the user is still signed in: a late response must not be stored after that. */
  isSignedIn(): boolean;
  /** Called with the ids of changed items, without ids if all may have changed. */
  onChange(entity: string, ids?: string[]): void;
  /** Called with the conflicts that have changed, before `onChange`. */
  onConflictsChanged(changed: ChangedConflict[]): Promise<void>;
}) {
  /** Whether a list after a reset may be only in memory. */
  let wasReset = false;

  /** Loads the whole list, and replaces the stored one. */
  async function load(entity: SyncedEntity, { isReset = false } = {}) {
    const list = await fetchList(entity);
    if (!Array.isArray(list.items) || !Number.isFinite(list.seq)) throw notFromApi();
    if (!isSignedIn()) return;
    await store(
      entity,
      (transaction) => storeList(transaction, userId, entity, { ...list, at: now(), isReset }),
      isReset,
    );
    onChange(entity.name);
  }

  /** Stores what the server sent. Conflicts follow in the same transaction. Returns the ids of those that have changed. */
  async function store(
    entity: SyncedEntity,
    work: (transaction: Transaction) => Promise<void>,
    isReset = false,
  ) {
    wasReset ||= isReset;
    const changed = await database.writeReceived(RECEIVED_STORES, async (transaction) => {
      await work(transaction);
      return updateConflicts(transaction, userId, entity, isReset);
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
      if (!result.success) throw result as ApiError;
      if (!result.changes || !Number.isFinite(result.seq)) throw notFromApi();
      const loaded = await loadedEntities();
      if (result.reset) {
        for (const entity of loaded) await load(entity, { isReset: true });
        return;
      }
      if (!isSignedIn()) return;
      for (const entity of loaded) {
        const { items, deleted } = result.changes[entity.name] ?? { items: [], deleted: [] };
        const page = { items: items as Item[], deleted, seq: result.seq, at: now() };
        const changed = await store(entity, (transaction) =>
          storeChanges(transaction, userId, entity, page),
        );
        const ids = [...items.map(({ id }) => id), ...deleted, ...changed];
        if (ids.length > 0) onChange(entity.name, ids);
      }
      // Without progress the next request would be the same.
      if (!result.more || result.seq <= since) return;
    }
  }

  /** Stores on the disk what is only in memory because the disk failed. */
  async function moveToDisk() {
    await onConflictsChanged(await database.moveToDisk(entities, wasReset));
  }

  /** Reads how far each list is known. That of a feature that was removed stays where it was, and does not count. */
  async function readCursors() {
    const cursors = await database.read(['cursors'], ({ getAll }) => getAll('cursors', [userId]));
    return cursors.filter(({ entity }) => entities.some(({ name }) => name === entity));
  }

  /** Returns the number from which the next changes are needed; undefined before the first list was loaded. */
  async function oldestCursor(): Promise<number | undefined> {
    const numbers = (await readCursors()).map(({ seq }) => seq);
    return numbers.length > 0 ? Math.min(...numbers) : undefined;
  }

  /** Returns the entities whose list was loaded before; changes continue from there. */
  async function loadedEntities() {
    const names = (await readCursors()).map(({ entity }) => entity);
    return entities.filter(({ name }) => names.includes(name));
  }

  return { load, pull, moveToDisk, oldestCursor, loadedEntities };
}

/** Describes a response without what syncing needs. Stored, a missing number would never be older than another. */
const notFromApi = () => new ApiError({ error: UNEXPECTED_ERROR, status: 0 });
