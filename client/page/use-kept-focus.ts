import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

type Items = { id: string }[];

/**
 * Keeps the focus in a list when something other than the user removes or moves the focused item: the item itself gets
 * it, otherwise the item after or before it. Returns a ref for `useRecordLostFocus`.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, items: Items) {
  const before = useRef(items);
  const lostId = useRef<string>(undefined);
  useLayoutEffect(() => {
    const nearest = lostId.current && nearestTo(lostId.current, before.current, items);
    lostId.current = undefined;
    before.current = items;
    if (!nearest) return;
    const item = list.current?.querySelector(`[data-id="${CSS.escape(nearest)}"]`);
    item?.querySelector<HTMLElement>('a, button')?.focus();
  });
  return lostId;
}

/** Records that an item is removed while it has focus. The heading has the focus until another item gets it. */
export function useRecordLostFocus(
  item: RefObject<HTMLElement | null>,
  id: string,
  lostId: RefObject<string | undefined>,
) {
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      lostId.current = id;
      focusHeading();
    };
  }, [item, id, lostId]);
}

/** Finds the item itself in the remaining list, otherwise the next or previous one. */
function nearestTo(id: string, before: Items, after: Items): string | undefined {
  const left = new Set(after.map((item) => item.id));
  const index = before.findIndex((item) => item.id === id);
  const isLeft = (item: { id: string }) => left.has(item.id);
  return (before.slice(index).find(isLeft) ?? before.slice(0, index).findLast(isLeft))?.id;
}
