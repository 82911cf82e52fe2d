import { isApple } from '#client/shortcuts/is-apple.ts';
import { isTyping } from '#client/shortcuts/is-typing.ts';
import { runToastAction, type Toast, toast, toastStore } from './toast.ts';

/**
 * Shows a toast that offers to undo the user's last action. While it is shown, Ctrl+Z or ⌘Z does the same, except in a
 * field, where it undoes typing.
 */
export function offerUndo(shown: Toast, undo: () => void) {
  toast({ ...shown, action: { label: 'Undo', keys: keysOfUndo(), run: undo } });
  const offer = toastStore.get()?.id;
  const onKey = (event: KeyboardEvent) => {
    if (!isUndoKey(event) || isTyping(event)) return;
    event.preventDefault();
    runToastAction();
  };
  addEventListener('keydown', onKey);
  const unsubscribe = toastStore.subscribe(() => {
    const current = toastStore.get();
    if (current?.id === offer && !current?.isLeaving) return;
    unsubscribe();
    removeEventListener('keydown', onKey);
  });
}

function keysOfUndo() {
  return isApple()
    ? { label: '⌘Z', ariaName: 'Meta+Z' }
    : { label: 'Ctrl+Z', ariaName: 'Control+Z' };
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
