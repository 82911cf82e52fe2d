/** Tells whether a focused text field opens a keyboard on the screen. */
export const hasScreenKeyboard = () => matchMedia('(pointer: coarse)').matches;

/**
 * Opens the keyboard of a phone for a field that does not exist yet, because iOS opens it only during a tap. The keyboard
 * stays open when the field gets the focus.
 */
export function openKeyboard() {
  if (!hasScreenKeyboard()) return;
  const input = document.createElement('input');
  // iOS zooms into a field with smaller text.
  input.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0; font-size: 1rem';
  input.tabIndex = -1;
  input.setAttribute('aria-hidden', 'true');
  input.addEventListener('blur', () => input.remove());
  document.body.append(input);
  input.focus({ preventScroll: true });
}
