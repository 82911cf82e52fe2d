/** Everything that opens over a page, except what is already closing. */
const OVERLAYS = ['dialog[open]', '[role="dialog"]', '[role="alertdialog"]', '[role="menu"]']
  .map((overlay) => `${overlay}:not([data-closed])`)
  .join();

/** Returns the dialog or menu that was opened last, if one is open. */
export const topmostOverlay = (): Element | undefined =>
  [...document.querySelectorAll(OVERLAYS)].at(-1);
