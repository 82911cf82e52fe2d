import { ApiError } from '#client/api-client/api-error.ts';
import { createStore, type ReadableStore } from '#client/components/store.ts';
import { type Collection, createCollection } from './collection.ts';
import { createDrafts } from './drafts.ts';
import type { Edit, Resolution } from './edit.ts';
import { checkRegistered, type Item, type SyncedEntity } from './entity.ts';
import { firstAborted } from './first-aborted.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { createPuller } from './puller.ts';
import { type SendEvent, type SendOutcome, sendOutbox } from './sender.ts';
import type { LocalChange, SyncEnvironment } from './sync-environment.ts';

/** How the connection to the server is. */
export type Connection = 'unknown' | 'connected' | 'failed';

/** What the screens may want to tell the person. */
export type SyncEvent = SendEvent | { kind: 'load-failed'; entity: SyncedEntity };

export type UserSync = ReturnType<typeof createUserSync>;

const RECONNECT_FIRST_MS = 1000;
const RECONNECT_MAX_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

/** Keeps the data of one user on this device in step with the server. */
export function createUserSync(environment: SyncEnvironment) {
  const { database, userId, bearer, entities, now, newId, isSignedIn, backup } = environment;
  const collections = new Map<string, Collection>();
  const connection = createStore<Connection>('unknown');
  const isSending = createStore(false);
  const listeners = new Set<(event: SyncEvent) => void>();
  const stopped = new AbortController();
  let uploads = new AbortController();
  const outbox = createOutbox({ database, userId, newId, now, onChange: publish, backup });
  const drafts = createDrafts(database, userId);
  const puller = createPuller({
    database,
    userId,
    bearer,
    entities,
    fetchList: environment.fetchList,
    now,
    isSignedIn,
    onChange: publish,
  });
  let announced: number | undefined;
  let reconnect = new AbortController();

  function publish(entity: string, ids?: string[]) {
    void collections.get(entity)?.refresh(ids);
    environment.publish({ userId, entity, ids });
  }

  function emit(event: SyncEvent) {
    for (const listener of listeners) listener(event);
  }

  /** Sends what is waiting. Makes no request if the environment does not allow one, for example offline. */
  async function send(): Promise<SendOutcome> {
    const outcome = environment.canConnect() ? await sendNow() : 'unreachable';
    if (outcome === 'unreachable') environment.onUnsent?.();
    return outcome;
  }

  async function sendNow(): Promise<SendOutcome> {
    isSending.set(true);
    try {
      return await environment.withLock(`send.${userId}`, stopped.signal, () => {
        uploads = new AbortController();
        const { signal } = uploads;
        return sendOutbox({ outbox, entities, bearer, signal, onEvent: emit });
      });
    } catch (error) {
      // Otherwise stopped while waiting for another tab.
      if (!stopped.signal.aborted) console.error('Sending failed', error);
      return 'unreachable';
    } finally {
      isSending.set(false);
    }
  }

  /** Loads the whole list. Throws an ApiError if that fails. */
  async function load(entity: SyncedEntity) {
    await puller.load(entity);
    await catchUp();
    connection.set('connected');
    // The server can be reached again: do not wait with the stream.
    reconnect.abort();
    reconnect = new AbortController();
  }

  /** Pulls until the device knows the latest change that the stream has announced. */
  async function catchUp(isFirst = false) {
    const cursor = await puller.oldestCursor();
    if (cursor === undefined || announced === undefined) return;
    // A number that goes back means that the server's data was replaced: pulling then starts again.
    if (cursor < announced || (isFirst && cursor !== announced)) await puller.pull();
  }

  /** Follows the stream. If the person has too many open already, loads the changes once instead. */
  async function* openStream(signal: AbortSignal) {
    try {
      yield* environment.openStream(signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== TOO_MANY_REQUESTS) throw error;
      await puller.pull();
      connection.set('connected');
    }
  }

  async function loadIfMissing(entity: SyncedEntity) {
    const loaded = await puller.loadedEntities();
    if (!loaded.some(({ name }) => name === entity.name)) await puller.load(entity);
  }

  /**
   * Loads the list if this device never has, and follows its changes until the signal aborts. `isOpening` if the person
   * has just opened the screen: then a failure is reported.
   */
  async function follow(entity: SyncedEntity, signal: AbortSignal, isOpening: boolean) {
    // Another tab may have been closed before it could tell what it stored.
    for (const { store, refresh } of collections.values()) if (store.get().items) void refresh();
    let delay = RECONNECT_FIRST_MS;
    let isFirstTry = true;
    while (!signal.aborted) {
      try {
        // A list that could not be loaded is loaded again only when the stream shows that the server can be reached.
        if (isFirstTry && environment.canConnect()) await loadIfMissing(entity);
        let isFirstEvent = true;
        for await (const seq of environment.canConnect() ? openStream(signal) : []) {
          announced = seq;
          await loadIfMissing(entity);
          await catchUp(isFirstEvent);
          connection.set('connected');
          if (isFirstEvent) void send();
          delay = RECONNECT_FIRST_MS;
          isFirstEvent = isFirstTry = false;
        }
      } catch (error) {
        const isRequest = error instanceof ApiError;
        if (signal.aborted || (isRequest && error.isAuthError)) return;
        if (!isRequest) console.error('Syncing failed', error);
        connection.set('failed');
        if (isFirstTry && isOpening) emit({ kind: 'load-failed', entity });
        isFirstTry = false;
      }
      await environment.pause(delay, firstAborted(signal, reconnect.signal));
      delay = Math.min(RECONNECT_MAX_MS, delay * 2);
    }
  }

  return {
    userId,
    database,
    connection: connection as ReadableStore<Connection>,
    isSending: isSending as ReadableStore<boolean>,
    outbox,
    send,

    /** Returns the items of an entity. The first call reads them from the database. */
    collection(entity: SyncedEntity): Collection {
      const existing = collections.get(entity.name);
      if (existing) return existing;
      checkRegistered(entity, entities);
      const collection = createCollection(database, userId, entity);
      collections.set(entity.name, collection);
      void collection.refresh();
      return collection;
    },

    /** Saves what a form holds. Resolves when it is stored on this device; `sent` when it was sent. */
    async save(entity: SyncedEntity, edit: Edit) {
      const outcome = await outbox.save(entity, edit);
      return outcome.kind === 'saved' ? { ...outcome, sent: send() } : outcome;
    },

    /** Deletes an item. `undo` is missing if the item has changed since the person saw it, and was not deleted. */
    async remove(entity: SyncedEntity, item: Item) {
      const removal = await outbox.remove(entity, item);
      if (!removal) return { sent: send() };
      const undo = async () => {
        const isUndone = await outbox.undo(entity, removal);
        void send();
        return isUndone;
      };
      return { undo, sent: send() };
    },

    async resolve(entity: SyncedEntity, seen: OutboxEntry, resolution: Resolution) {
      const isResolved = await outbox.resolve(entity, seen, resolution);
      return { isResolved, sent: send() };
    },

    load,
    /** Loads what has changed since the last time. Throws an ApiError if that fails. */
    pull: puller.pull,

    drafts,
    /** Shows in every tab that the draft of an item was stored or deleted. Not called while typing. */
    publishDraft: ({ name }: SyncedEntity, id: string) => publish(name, [id]),

    follow,

    /** Shows what another tab has changed. */
    receive({ entity, ids }: LocalChange) {
      void collections.get(entity)?.refresh(ids);
      // The other tab has loaded the whole list, perhaps an older one than this tab has heard of.
      if (!ids) void catchUp().catch(() => {});
    },

    /** Calls `listener` with every event. Returns a function that stops this. */
    subscribe(listener: (event: SyncEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Tells whether an open screen shows unsent changes. */
    hasUnsent: () => [...collections.values()].some(({ store }) => store.get().entries.size > 0),

    /** Ends uploads, which may take very long, because the device has no connection any more. */
    interrupt: () => uploads.abort(),

    stop() {
      stopped.abort();
      uploads.abort();
    },
  };
}
