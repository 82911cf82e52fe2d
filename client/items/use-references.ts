import { useMemo } from 'react';
import { useStore } from '#client/state/use-store.ts';
import { currentSync } from '#client/sync/current-sync.ts';
import type { ItemKind } from '#shared/items.ts';
import { referredKinds, type Titles, titlesStore, withTitles } from './reference-titles.ts';
import { useFollowedKinds } from './use-followed-kinds.ts';

const NONE: Titles[] = [];

/** Returns the kind with the titles of the items that its fields refer to, as this device knows them. */
export function useReferences(kind: ItemKind): ItemKind {
  const kinds = useMemo(() => referredKinds(kind), [kind]);
  const sync = useStore(currentSync, undefined);
  const store = useMemo(
    () =>
      sync &&
      titlesStore(
        kinds,
        kinds.map((referred) => sync.collection(referred).store),
      ),
    [sync, kinds],
  );
  const titles = useStore(store, NONE);
  useFollowedKinds(kinds);
  return useMemo(() => withTitles(kind, kinds, titles), [kind, kinds, titles]);
}
