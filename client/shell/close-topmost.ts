/** Everything that opens over a page, except what is already closing. */
const OVERLAYS = ['dialog[open]', '[role="dialog"]', '[role="alertdialog"]', '[role="menu"]']
  .map((overlay) => `${overlay}:not([data-closed])`)
  .join();

/** Closes the dialog or menu that was opened last. Returns false if none is open. */
export function closeTopmost(): boolean {
  const topmost = [...document.querySelectorAll(OVERLAYS)].at(-1);
  // A <dialog> reacts only to a real key press, the others also to a dispatched one.
  if (topmost instanceof HTMLDialogElement) topmost.close();
  else topmost?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  return topmost !== undefined;
}
