import { useEffect, useEffectEvent } from 'react';

/**
 * Closes a dialog when the person goes back, instead of leaving the page. An open dialog adds one
 * entry to the history; closing it in any other way removes that entry again.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
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

/** How to close each open dialog, the topmost last. */
const openDialogs: (() => void)[] = [];

/** Set from our own step back until the browser has made it. */
let isSteppingBack = false;

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    isSteppingBack = false;
    for (const close of openDialogs.splice(dialogsOfEntry()).reverse()) close();
    syncHistory();
  });
  // A reload closes every dialog and leaves the entry.
  syncHistory();
}

/** Once for all dialogs that one render opens or closes. */
function syncAfterRender() {
  queueMicrotask(syncHistory);
}

/**
 * Adds entries for dialogs that opened, and steps back from entries whose dialogs are closed: they
 * closed by themselves, or the person went forward to where one was open.
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

/** How many dialogs are open at the current entry of the history. */
function dialogsOfEntry(): number {
  return history.state?.openDialogs ?? 0;
}
