import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#client/api-client/api-error.ts';
import { confirmSession } from '#client/session/session.ts';
import { useStore } from '#client/state/use-store.ts';
import type { ItemKind } from '#shared/items.ts';
import { EMPTY_SNAPSHOT } from './collection.ts';
import { currentSync, pauseSync, startSync } from './current-sync.ts';
import { followWhileVisible } from './follow-while-visible.ts';
import type { Item } from './item.ts';
import type { SyncEvent } from './user-sync.ts';

/** The items of a kind on this device. */
export type CollectionState<T extends Item> = ReturnType<typeof useCollection<T>>;

/**
 * Returns the items of a kind on this device, and follows changes from all devices while the page is visible. Works on
 * every screen, even a public one: nothing is loaded while nobody is signed in, and an ended session leads to the
 * sign-in screen. `onEvent` is called with events that the user may have to know about.
 */
export function useCollection<T extends Item>(kind: ItemKind, onEvent: (event: SyncEvent) => void) {
  const sync = useStore(currentSync, undefined);
  const snapshot = useStore(sync?.collection(kind).store, EMPTY_SNAPSHOT);
  const connection = useStore(sync?.connection, 'unknown');
  const isSending = useStore(sync?.isSending, false);
  const sendError = useStore(sync?.sendError, undefined);
  const memoryReason = useStore(sync?.database.memoryReason, undefined);
  const [isLoading, setLoading] = useState(false);
  const handle = useEffectEvent(onEvent);

  useEffect(() => {
    confirmSession();
    void startSync();
    return pauseSync;
  }, []);
  const { many } = kind;
  useEffect(() => {
    const unsubscribe = sync?.subscribe((event) => {
      if (event.itemKind.many === many) handle(event);
    });
    return () => void unsubscribe?.();
  }, [sync, many]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a copy of the kind is followed like the kind itself.
  useEffect(() => (sync ? followWhileVisible(sync, kind) : undefined), [sync, many]);

  /** Loads the whole list and sends unsent changes. Reports a failure as an event. */
  async function reload() {
    if (!sync) return;
    setLoading(true);
    try {
      await sync.load(kind);
      // Not awaited, because photos may take minutes.
      void sync.send();
    } catch (error) {
      if (error instanceof ApiError && error.isAuthError) return;
      console.error('Loading failed', error);
      onEvent({ kind: 'load-failed', itemKind: kind, error });
    } finally {
      setLoading(false);
    }
  }

  const items = snapshot.items as T[] | undefined;
  const storage = { sendError, memoryReason };
  return { ...snapshot, ...storage, items, connection, isSending, isLoading, reload, sync };
}
