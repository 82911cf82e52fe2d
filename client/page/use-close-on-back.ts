import { useEffect, useEffectEvent } from 'react';

/**
 * Closes a dialog when the user goes back, instead of leaving the page. An open dialog adds one
 * entry to the history; closing it in any other way removes that entry again. `onClose` returns false if the dialog
 * stays open.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => unknown) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const dialog = () => close();
    openDialogs.push(dialog);
    syncAfterRender();
    return () => {
      const index = openDialogs.indexOf(dialog);
      if (index >= 0) openDialogs.splice(index, 1);
      syncAfterRender();
    };
  }, [isOpen]);
}

/** Scrolls after a dialog has closed. Otherwise the browser would restore the position at which it opened. */
export function scrollAfterClose(topPx: number) {
  // A dialog that was closed by going back no longer has an entry: the browser has already restored the position.
  if (dialogsOfEntry() > 0) scrollAfterBack(topPx);
}

/** Scrolls after the next step back, once the browser has restored that entry's position. */
export function scrollAfterBack(topPx: number) {
  const scroll = () => scrollTo({ top: topPx, behavior: 'instant' });
  addEventListener('popstate', () => requestAnimationFrame(scroll), { once: true });
}

/** Calls `step` once the history entries of all dialogs are gone. The caller closes the dialogs. */
export function afterDialogsClose(step: () => void) {
  if (dialogsOfEntry() === 0) step();
  else addEventListener('popstate', () => afterDialogsClose(step), { once: true });
}

/** The functions that close the open dialogs, the topmost last. */
const openDialogs: (() => unknown)[] = [];

/** True from calling history.go until the browser has gone back. */
let isSteppingBack = false;

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    isSteppingBack = false;
    for (const close of openDialogs.splice(dialogsOfEntry()).reverse())
      if (close() === false) openDialogs.push(close);
    syncHistory();
  });
  // A reload closes every dialog but keeps the history entry.
  syncHistory();
}

/** Syncs once for all dialogs that one render opens or closes. */
function syncAfterRender() {
  queueMicrotask(syncHistory);
}

/**
 * Adds history entries for dialogs that opened, and goes back from entries whose dialogs are closed:
 * they were closed in another way, or the user went forward to an entry of a closed dialog.
 */
function syncHistory() {
  if (isSteppingBack) return;
  const surplus = dialogsOfEntry() - openDialogs.length;
  if (surplus > 0) {
    isSteppingBack = true;
    history.go(-surplus);
  }
  for (let count = dialogsOfEntry(); count < openDialogs.length; count++)
    history.pushState({ ...history.state, openDialogs: count + 1 }, '');
}

/** Returns how many dialogs were open at the current history entry. */
function dialogsOfEntry(): number {
  return history.state?.openDialogs ?? 0;
}
