import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

type Items = { id: string }[];

/**
 * Keeps the focus in a list whose focused item is removed or moved by something else than the person: the item itself
 * gets it, otherwise the one after or before it. Returns a ref for `useRecordLostFocus`.
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

/** Notes that an item of the list is removed while it has focus. Until another one gets it, the heading has it. */
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

/** Finds what is left of a list next to an item: the item itself, the one after or the one before it. */
function nearestTo(id: string, before: Items, after: Items): string | undefined {
  const left = new Set(after.map((item) => item.id));
  const index = before.findIndex((item) => item.id === id);
  const isLeft = (item: { id: string }) => left.has(item.id);
  return (before.slice(index).find(isLeft) ?? before.slice(0, index).findLast(isLeft))?.id;
}
