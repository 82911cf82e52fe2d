import { topmostOverlay } from '#client/page/overlays.ts';

/** Closes the dialog or menu that was opened last. Returns false if none is open. */
export function closeTopmost(): boolean {
  const topmost = topmostOverlay();
  // A <dialog> reacts only to a real key press, the others also to a dispatched one.
  if (topmost instanceof HTMLDialogElement) topmost.close();
  else topmost?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  return topmost !== undefined;
}
