import { type RefObject, useEffect, useRef } from 'react';

/**
 * Remembers the last button pressed on a page, so that a dialog can return focus to the button that opened it.
 * `finalFocus` returns that button, or `fallback` if there is none or it has left the page. Follows clicks and not
 * focus, because Safari does not focus a clicked button. Ignores buttons in dialogs, which disappear with the dialog.
 */
export function useReturnFocus(
  page: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
) {
  const triggerButton = useRef<HTMLElement>(null);
  useEffect(() => {
    const surface = page.current;
    function remember({ target }: Event) {
      const button = (target as Element).closest('button');
      if (button && !button.closest('[role=dialog]')) triggerButton.current = button;
    }
    surface?.addEventListener('click', remember, true);
    return () => surface?.removeEventListener('click', remember, true);
  }, [page]);
  const finalFocus = () =>
    triggerButton.current?.isConnected ? triggerButton.current : fallback.current;
  return { triggerButton, finalFocus };
}
