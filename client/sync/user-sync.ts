import { createStore, type ReadableStore } from '#client/state/store.ts';
import type { ItemKind } from '#shared/items.ts';
import { type Collection, createCollection } from './collection.ts';
import { type Connection, createFollowing, type LoadFailure } from './following.ts';
import type { Item } from './item.ts';
import { createOpenForms } from './open-forms.ts';
import { createOutbox } from './outbox.ts';
import type { Edit, OutboxEntry, Resolution } from './outbox-entry.ts';
import { createPuller } from './puller.ts';
import { createReceivingDatabase } from './received-items.ts';
import { countRefusing } from './refusing-items.ts';
import type { SendEvent, SendOutcome } from './send-changes.ts';
import { createSending } from './sending.ts';
import type { ChangedConflict } from './stored-conflicts.ts';
import type { LocalChange, SyncEnvironment } from './sync-environment.ts';

/** What the screens may want to tell the person. */
export type SyncEvent = SendEvent | LoadFailure;

export type UserSync = ReturnType<typeof createUserSync>;

/** Keeps the data of one user on this device in step with the server. */
export function createUserSync(environment: SyncEnvironment) {
  const { userId, bearer, kinds, now, newId, isSignedIn, backup } = environment;
  const database = createReceivingDatabase(environment.database);
  const collections = new Map<string, Collection>();
  const connection = createStore<Connection>('unknown');
  const listeners = new Set<(event: SyncEvent) => void>();
  const outbox = createOutbox({ database, newId, now, onChange: publish, backup });
  const stopped = new AbortController();
  const forms = createOpenForms(environment, stopped.signal);
  const puller = createPuller({
    database,
    bearer,
    kinds,
    fetchList: environment.fetchList,
    now,
    isSignedIn,
    onChange: publish,
    onConflictsChanged: continueConflicts,
  });
  const sending = createSending({ ...environment, outbox, onEvent: emit });
  const following = createFollowing({ environment, puller, connection, emit, resume });

  function publish(entity: string, ids?: string[]) {
    void collections.get(entity)?.refresh(ids);
    environment.publish({ entity, ids, isInMemory: Boolean(database.memoryReason.get()) });
  }

  /** Backs up the conflicts that a pull has changed, and sends the changes that no longer conflict. */
  async function continueConflicts(changed: ChangedConflict[]) {
    for (const { before, after } of changed) await backup?.update(before, after);
    if (changed.some(({ after }) => after && !after.problem)) void send();
  }

  function emit(event: SyncEvent) {
    for (const listener of listeners) listener(event);
  }

  /** Sends unsent changes. Makes no request if the environment does not allow it, for example offline. */
  async function send(start = sending.send): Promise<SendOutcome> {
    const canConnect = environment.canConnect();
    if (canConnect && !environment.checkSession()) return 'signed-out';
    const outcome = canConnect ? await start() : 'unreachable';
    if (outcome === 'unreachable' || outcome === 'interrupted') environment.onUnsent?.();
    return outcome;
  }

  /** Repeats failed loads and sends unsent changes. Called when the connection is known to be back. */
  function resume() {
    following.retry();
    return send();
  }

  return {
    userId,
    database,
    connection: connection as ReadableStore<Connection>,
    isSending: sending.isSending,
    /** The reason why sending failed on this device; undefined if it did not. */
    sendError: sending.error,
    outbox,
    send: () => send(),
    /** Sends unsent changes at once, because the user asked for it. */
    sendNow: () => send(sending.sendNow),
    resume,

    /** Returns the items of a kind. The first call reads them from the database. */
    collection(kind: ItemKind): Collection {
      const existing = collections.get(kind.many);
      if (existing) return existing;
      checkRegistered(kind, kinds);
      const collection = createCollection(database, kind, forms);
      collections.set(kind.many, collection);
      void collection.refresh();
      return collection;
    },

    /** Saves the content of a form. Resolves when it is stored on this device; `sent` resolves when it was sent. */
    async save(kind: ItemKind, edit: Edit) {
      const outcome = await outbox.save(kind, edit);
      return outcome.kind === 'saved' ? { ...outcome, sent: send() } : outcome;
    },

    /** Deletes an item. `undo` is missing if the item was not deleted, because it has changed since the user saw it. */
    async remove(kind: ItemKind, item: Item) {
      const removal = await outbox.remove(kind, item, await forms.readClosed(kind));
      if (!removal) return { sent: send() };
      const undo = async () => {
        const isUndone = await outbox.undo(kind, removal);
        void send();
        return isUndone;
      };
      return { undo, sent: send() };
    },

    /**
     * Counts, by kind, the items on this device that do not let an item be deleted. Other devices may have more: then the
     * server rejects the deletion, and the item is shown again.
     */
    referringTo: (kind: ItemKind, item: Item) => countRefusing(database, kinds, kind, item),

    /** Discards a change that the server rejected. Sends what has waited for it. */
    async discard(kind: ItemKind, seen: OutboxEntry) {
      await outbox.discard(kind, seen);
      return { sent: send() };
    },

    async resolve(kind: ItemKind, seen: OutboxEntry, resolution: Resolution) {
      const isResolved = await outbox.resolve(kind, seen, resolution);
      return { isResolved, sent: send() };
    },

    load: following.load,
    /** Loads what has changed since the last time. Throws an ApiError if that fails. */
    pull: puller.pull,

    /** The parts that `createDrafts` needs. */
    forms,
    newId,
    now,
    /** Updates the offered drafts in every tab. Not called while the user types. */
    publishDrafts: ({ many }: ItemKind) => publish(many, []),

    follow(kind: ItemKind, signal: AbortSignal, isOpening: boolean) {
      // Another tab may have been closed before it could announce what it stored.
      for (const { store, refresh } of collections.values()) if (store.get().items) void refresh();
      return following.follow(kind, signal, isOpening);
    },

    /** Shows what another tab has changed. */
    receive({ entity, ids, isInMemory }: LocalChange) {
      void collections.get(entity)?.refresh(ids);
      // Other tabs cannot read this tab's memory and have to load the items.
      if (isInMemory || database.memoryReason.get()) void puller.pull().catch(() => {});
      // The other tab has loaded the whole list, which may be older than what was announced to this tab.
      if (!ids) void following.catchUp().catch(() => {});
    },

    /** Calls `listener` with every event. Returns a function that unsubscribes it. */
    subscribe(listener: (event: SyncEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Tells whether an open screen shows unsent changes. */
    hasUnsent: () => [...collections.values()].some(({ store }) => store.get().entries.size > 0),

    interrupt: sending.interrupt,

    stop() {
      stopped.abort();
      sending.stop();
    },
  };
}

/** Throws if a kind is not registered, because its changes would never be sent. */
function checkRegistered({ many }: ItemKind, registered: readonly ItemKind[]) {
  if (!registered.some((kind) => kind.many === many))
    throw new Error(`${many} is not in features/contract.ts`);
}
