import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { afterDialogsClose, scrollAfterBack } from '#client/page/use-close-on-back.ts';
import { currentPath, navigate } from '#client/shell/navigate.ts';
import type { ItemKind } from '#shared/items.ts';
import type { FilledPath } from '#shared/paths.ts';
import { useKind } from './kind-context.ts';

/** Returns the address of an item, relative to the list's address. */
export const itemUrl = ({ one }: ItemKind, id: string) =>
  `?${one}=${encodeURIComponent(id)}` as const;

/** Returns the address of the open list, with another item or none and the filters as they are. */
function addressWith({ one }: ItemKind, id: string | undefined) {
  const query = new URLSearchParams(location.search);
  query.delete(one);
  if (id) query.set(one, id);
  const search = query.toString();
  return `${currentPath()}${search && `?${search}`}` as FilledPath;
}

/** Returns the element id of the link on an item's card. */
export const cardLinkId = ({ one }: ItemKind, id: string) => `${one}-${id}`;

/** Returns the id of the item that a card's link opens. */
export const itemIdOf = ({ one }: ItemKind, link: HTMLElement) => link.id.slice(one.length + 1);

export type OpenItem = ReturnType<typeof useOpenItem>;

/**
 * Returns the item that the address names, and functions that change it. When the item closes, its card gets the focus,
 * or `fallback` if the list does not show it.
 */
export function useOpenItem(fallback: RefObject<HTMLElement | null>) {
  const { kind } = useKind();
  const inAddress = idIn(kind, useSearch());
  // Opens and closes at once, because the browser may change the address only a moment later.
  const [next, setNext] = useState<{ from: string | undefined; id: string | undefined }>();
  if (next && next.from !== inAddress) setNext(undefined);
  const id = next && next.from === inAddress ? next.id : inAddress;
  const cardLink = id && cardLinkId(kind, id);
  const returnTo = useRef<string>(undefined);
  const takesFocus = useRef(false);
  const [focusRequests, setFocusRequests] = useState(0);

  useEffect(() => {
    if (cardLink) {
      returnTo.current = cardLink;
      return;
    }
    const card = returnTo.current && document.getElementById(returnTo.current);
    const wasOpen = returnTo.current !== undefined;
    returnTo.current = undefined;
    const { activeElement } = document;
    // Otherwise the user has already focused something else. In a wide window the pane still shows the closed item.
    if (wasOpen && (activeElement === document.body || activeElement?.closest('.reader')))
      (card || fallback.current)?.focus({ preventScroll: true });
  }, [cardLink, fallback]);

  return {
    id,
    /** Whether the item was opened by pressing its row: then the reading view gets the focus. */
    takesFocus,
    /** Counts how often the reading view was asked to take the focus. */
    focusRequests,
    open(opened: string, { withFocus = true } = {}) {
      takesFocus.current = withFocus;
      if (withFocus) setFocusRequests((count) => count + 1);
      setNext({ from: inAddress, id: opened });
      afterDialogsClose(() => showInAddress(kind, opened));
    },
    close() {
      setNext({ from: inAddress, id: undefined });
      afterDialogsClose(() => removeFromAddress(kind));
    },
    /** Chooses which card gets the focus when the item closes, because its own card is about to disappear. */
    returnTo(cardLink: string | undefined) {
      returnTo.current = cardLink ?? '';
    },
  };
}

const idIn = ({ one }: ItemKind, search: string) =>
  new URLSearchParams(search).get(one) || undefined;

/**
 * Adds a history entry when an item is opened from the list, and replaces that entry when moving from item to item, so
 * that going back leads to the list.
 */
function showInAddress(kind: ItemKind, id: string) {
  const isReading = idIn(kind, location.search) !== undefined;
  const state = isReading ? history.state : { isFromList: true };
  navigate(addressWith(kind, id), { replace: isReading, state });
}

let isGoingBack = false;

function removeFromAddress(kind: ItemKind) {
  if (isGoingBack || idIn(kind, location.search) === undefined) return;
  // The item was opened by its address, so there is no list to go back to.
  if (!history.state?.isFromList) return navigate(addressWith(kind, undefined), { replace: true });
  isGoingBack = true;
  addEventListener(
    'popstate',
    () => {
      isGoingBack = false;
    },
    { once: true },
  );
  scrollAfterBack(scrollY);
  history.back();
}
