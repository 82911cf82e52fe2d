const ROLES = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`);
/** Everything that opens over a page, except what is already closing. */
const OVERLAYS = ['dialog[open]', ...ROLES]
  .map((overlay) => `${overlay}:not([data-closed])`)
  .join();

/** Returns the dialog, menu or list of options that was opened last, if one is open. */
export const topmostOverlay = (): Element | undefined =>
  [...document.querySelectorAll(OVERLAYS)].at(-1);
