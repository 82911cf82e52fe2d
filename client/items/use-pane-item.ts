import { useState } from 'react';
import { useSideBySide } from '#client/components/panes.tsx';
import type { Item } from '#client/sync/item.ts';

/**
 * Returns the item that the pane shows. In a wide window the pane is never empty: if the address names no item, it shows
 * the one that was shown last, at first the first one of the list. Newer items do not replace it.
 */
export function usePaneItem(openId: string | undefined, items: Item[] | undefined) {
  const isWide = useSideBySide();
  const [firstId, setFirstId] = useState<string>();
  const [kept, setKept] = useState<{ id: string; wasListed: boolean }>();
  const isListed = (id: string | undefined) => items?.some((item) => item.id === id) ?? false;
  const keep = (id: string | undefined) =>
    setKept(id ? { id, wasListed: isListed(id) } : undefined);

  if (openId && openId !== kept?.id && isListed(openId)) keep(openId);
  else if (kept && items && isListed(kept.id) !== kept.wasListed)
    // An item that was just saved may be listed a moment later; one that disappears was deleted.
    keep(kept.wasListed ? undefined : kept.id);
  else if (!kept && !openId && isListed(firstId)) keep(firstId);

  return {
    id: openId ?? (isWide ? kept?.id : undefined),
    /** Shows an item without naming it in the address. */
    keep,
    /** Called with the first item as listed. */
    setFirstId,
  };
}
