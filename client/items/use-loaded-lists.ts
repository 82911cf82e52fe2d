import { useEffect } from 'react';
import { useStore } from '#client/state/use-store.ts';
import { currentSync } from '#client/sync/current-sync.ts';
import type { ItemKind } from '#shared/items.ts';

/**
 * Loads lists that this device has never loaded, once the server has answered the screen. Their changes then arrive with
 * those of the screen's own list.
 */
export function useLoadedLists(kinds: ItemKind[]) {
  const sync = useStore(currentSync, undefined);
  const connection = useStore(sync?.connection, 'unknown');
  const names = kinds.map(({ many }) => many).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the kinds
  useEffect(() => {
    if (!sync || connection !== 'connected') return;
    // What fails is tried again with the next connection. Until then, the screen says what is not loaded.
    for (const kind of kinds) void sync.loadIfMissing(kind).catch(() => {});
  }, [sync, connection, names]);
}
