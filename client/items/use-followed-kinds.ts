import { useEffect } from 'react';
import { useStore } from '#client/state/use-store.ts';
import { currentSync } from '#client/sync/current-sync.ts';
import { followWhileVisible } from '#client/sync/follow-while-visible.ts';
import type { ItemKind } from '#shared/items.ts';

/** Keeps further kinds up to date beside the one that the screen shows. Until they are loaded, the screen says so. */
export function useFollowedKinds(kinds: ItemKind[]) {
  const sync = useStore(currentSync, undefined);
  const names = kinds.map(({ many }) => many).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the kinds
  useEffect(() => {
    if (!sync) return undefined;
    const ends = kinds.map((kind) => followWhileVisible(sync, kind));
    return () => {
      for (const end of ends) end();
    };
  }, [sync, names]);
}
