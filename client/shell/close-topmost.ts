/** Everything that opens over a page; what is on its way out is closed already. */
const OVERLAYS = ['dialog[open]', '[role="dialog"]', '[role="alertdialog"]', '[role="menu"]']
  .map((overlay) => `${overlay}:not([data-closed])`)
  .join();

/** Closes the window, menu, sheet or form that was opened last. Says whether there was one. */
export function closeTopmost(): boolean {
  const topmost = [...document.querySelectorAll(OVERLAYS)].at(-1);
  // The browser's own dialog listens to a real Escape only, all others to any.
  if (topmost instanceof HTMLDialogElement) topmost.close();
  else topmost?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  return topmost !== undefined;
}
