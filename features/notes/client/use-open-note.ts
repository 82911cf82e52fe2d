import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { afterDialogsClose, scrollAfterBack } from '#client/components/use-close-on-back.ts';

/** Returns the address of a note, relative to that of the list. */
export const noteUrl = (id: string) => `?note=${encodeURIComponent(id)}`;

const LINK_PREFIX = 'note-';

/** Returns the id of the link on the card of a note. */
export const cardLinkId = (id: string) => LINK_PREFIX + id;

/** Returns the id of the note that a link on a card opens. */
export const noteIdOf = (link: HTMLElement) => link.id.slice(LINK_PREFIX.length);

/**
 * Returns the note that the address names, and functions that change it. When the note closes, its card gets the focus,
 * or `fallback` if the list does not show it.
 */
export function useOpenNote(fallback: RefObject<HTMLElement | null>) {
  const inAddress = noteIn(useSearch());
  // Closed at once: the browser changes the address a moment later.
  const [closing, setClosing] = useState<string>();
  if (closing !== undefined && closing !== inAddress) setClosing(undefined);
  const id = inAddress === closing ? undefined : inAddress;
  const returnTo = useRef<string>(undefined);
  const takesFocus = useRef(false);

  useEffect(() => {
    if (id) {
      returnTo.current = cardLinkId(id);
      return;
    }
    const card = returnTo.current && document.getElementById(returnTo.current);
    const wasOpen = returnTo.current !== undefined;
    returnTo.current = undefined;
    // Otherwise the focus was not in the note, which is gone.
    if (wasOpen && document.activeElement === document.body)
      (card || fallback.current)?.focus({ preventScroll: true });
  }, [id, fallback]);

  return {
    id,
    /** Whether the note was opened by pressing it: then its heading gets the focus. */
    takesFocus,
    open(next: string, { withFocus = true } = {}) {
      takesFocus.current = withFocus;
      setClosing(undefined);
      afterDialogsClose(() => showInAddress(next));
    },
    close() {
      setClosing(inAddress);
      afterDialogsClose(removeFromAddress);
    },
    /** Chooses which card gets the focus when the note closes, because its own is about to go. */
    returnTo(cardLink: string | undefined) {
      returnTo.current = cardLink ?? '';
    },
  };
}

const noteIn = (search: string) => new URLSearchParams(search).get('note') || undefined;

/**
 * Adds an entry to the history when a note is opened from the list. From one note to the next it replaces that entry:
 * going back then leads to the list, and not through every note that was read.
 */
function showInAddress(id: string) {
  const isReading = noteIn(location.search) !== undefined;
  const state = isReading ? history.state : { isFromList: true };
  navigate(noteUrl(id), { replace: isReading, state });
}

let isGoingBack = false;

function removeFromAddress() {
  if (isGoingBack || noteIn(location.search) === undefined) return;
  // Opened by its address: there is no list to go back to.
  if (!history.state?.isFromList) return navigate(location.pathname, { replace: true });
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

/** Finds the link of the card after (1) or before (-1) the one that is open or has the focus; without one, the first visible one. */
export function neighbouringLink(openId: string | undefined, by: 1 | -1): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>('.note-open')];
  const index = links.findIndex((link) =>
    openId ? link.id === cardLinkId(openId) : link.closest('li')?.contains(document.activeElement),
  );
  if (index >= 0) return links[index + by];
  return links.find((link) => link.getBoundingClientRect().top > 0);
}
