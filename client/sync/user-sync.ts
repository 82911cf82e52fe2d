import { ApiError } from '#client/api-client/api-error.ts';
import { createStore, type ReadableStore } from '#client/components/store.ts';
import { type Collection, createCollection } from './collection.ts';
import type { Item, SyncedEntity } from './entity.ts';
import type { LocalDatabase } from './local-database.ts';
import { createOutbox, type Edit, type Resolution } from './outbox.ts';
import { createPuller, type List } from './puller.ts';
import { type SendEvent, type SendOutcome, sendOutbox } from './sender.ts';

/** What syncing needs from the browser. The simulator replaces it. */
export type SyncEnvironment = {
  database: LocalDatabase;
  userId: string;
  /** The session of the user: another one may sign in while a request is on its way. */
  bearer: string;
  entities: SyncedEntity[];
  /** Loads all items of an entity through the default query. */
  fetchList(entity: SyncedEntity): Promise<List>;
  /** Yields the number of the latest change when the stream opens and after every change. Ends or throws when it is cut off. */
  openStream(signal: AbortSignal): AsyncIterable<number>;
  isOnline(): boolean;
  /** Tells whether the user is still signed in. */
  isActive(): boolean;
  /** Runs `work` while no other tab runs one under the same name. */
  withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Tells other tabs which items changed. */
  publish(change: LocalChange): void;
  /** Waits, until the time is over or `wake` was called. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  now(): string;
  newId(): string;
};

/** Items that changed on this device; without ids, all of the entity may have. */
export type LocalChange = { userId: string; entity: string; ids?: string[] };

/** How the connection to the server is. */
export type Connection = 'unknown' | 'connected' | 'failed';

/** What the screens may want to tell the person. */
export type SyncEvent = SendEvent | { kind: 'load-failed'; error: ApiError };

export type UserSync = ReturnType<typeof createUserSync>;

const RECONNECT_FIRST_MS = 1000;
const RECONNECT_MAX_MS = 60_000;

/** Keeps the data of one user on this device in step with the server. */
export function createUserSync(environment: SyncEnvironment) {
  const { database, userId, bearer, entities, now, newId, isActive, withLock } = environment;
  const collections = new Map<string, Collection>();
  const connection = createStore<Connection>('unknown');
  const isSending = createStore(false);
  const listeners = new Set<(event: SyncEvent) => void>();
  const stopped = new AbortController();
  const outbox = createOutbox({
    database,
    userId,
    newId,
    now,
    onChange: (entity, id) => publish(entity, [id]),
  });
  const puller = createPuller({
    database,
    userId,
    bearer,
    entities,
    fetchList: environment.fetchList,
    now,
    isActive,
    onChange: publish,
  });
  let announced: number | undefined;

  function publish(entity: string, ids?: string[]) {
    void collections.get(entity)?.refresh(ids);
    environment.publish({ userId, entity, ids });
  }

  function emit(event: SyncEvent) {
    for (const listener of listeners) listener(event);
  }

  /** Sends what is waiting. Makes no request if the device is offline. */
  async function send(): Promise<SendOutcome> {
    if (!environment.isOnline()) return 'unreachable';
    isSending.set(true);
    try {
      return await withLock(`send.${userId}`, stopped.signal, () =>
        sendOutbox({ outbox, entities, bearer, onEvent: emit }),
      );
    } catch (error) {
      // Otherwise stopped while waiting for another tab.
      if (!stopped.signal.aborted) console.error('Sending failed', error);
      return 'unreachable';
    } finally {
      isSending.set(false);
    }
  }

  /** Pulls until the device knows the latest change that the stream has announced. */
  async function catchUp(isFirst: boolean) {
    const cursor = await puller.oldestCursor();
    if (cursor === undefined || announced === undefined) return;
    // A number that goes back means that the server's data was replaced: pulling then starts again.
    if (cursor < announced || (isFirst && cursor !== announced)) await puller.pull();
  }

  /** Follows the changes of other devices until the signal aborts. One tab of the browser at a time does. */
  async function follow(signal: AbortSignal) {
    // Another tab may have been closed before it could tell what it stored.
    for (const { store, refresh } of collections.values()) if (store.get().items) void refresh();
    let delay = RECONNECT_FIRST_MS;
    let isFirstTry = true;
    while (!signal.aborted) {
      try {
        if (environment.isOnline()) {
          let isFirst = true;
          for await (const seq of environment.openStream(signal)) {
            announced = seq;
            await catchUp(isFirst);
            connection.set('connected');
            delay = RECONNECT_FIRST_MS;
            // The server can be reached again.
            if (isFirst) void send();
            isFirst = isFirstTry = false;
          }
        }
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError) || error.isAuthError) return;
        connection.set('failed');
        if (isFirstTry) emit({ kind: 'load-failed', error });
        isFirstTry = false;
      }
      await environment.pause(delay, signal);
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

    /** Returns the items of an entity, which the database is read for once. */
    collection(entity: SyncedEntity): Collection {
      const existing = collections.get(entity.name);
      if (existing) return existing;
      const collection = createCollection(database, userId, entity);
      collections.set(entity.name, collection);
      void collection.refresh();
      return collection;
    },

    /** Saves what a form holds and sends it. Resolves when it is stored on this device. */
    async save(entity: SyncedEntity, edit: Edit) {
      const outcome = await outbox.save(entity, edit);
      if (outcome.kind === 'saved') void send();
      return outcome;
    },

    async remove(entity: SyncedEntity, item: Item) {
      await outbox.remove(entity, item);
      void send();
    },

    async resolve(entity: SyncedEntity, id: string, resolution: Resolution) {
      await outbox.resolve(entity, id, resolution);
      void send();
    },

    /** Loads the whole list. Throws an ApiError if that fails. */
    load: puller.load,

    /** Loads the list if this device never has, and follows its changes from then on. */
    async open(entity: SyncedEntity, signal: AbortSignal) {
      const loaded = await puller.loadedEntities();
      if (!loaded.includes(entity) && environment.isOnline()) {
        try {
          await puller.load(entity);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          connection.set('failed');
          if (!error.isAuthError) emit({ kind: 'load-failed', error });
        }
      }
      await follow(signal);
    },

    /** Shows what another tab has changed. */
    receive({ entity, ids }: LocalChange) {
      void collections.get(entity)?.refresh(ids);
    },

    /** Calls `listener` with every event. Returns a function that stops this. */
    subscribe(listener: (event: SyncEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    stop: () => stopped.abort(),
  };
}
