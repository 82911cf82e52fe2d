import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { topmostOverlay } from '#client/page/overlays.ts';

/**
 * Shows a dialog in the pane of `Panes`. It is not modal: a list beside it stays usable. It takes focus when it opens,
 * gives it back when it closes, and closes with Escape.
 */
export function PaneDialog({
  labelledBy,
  onClose,
  initialFocus,
  finalFocus,
  children,
}: {
  /** The id of the element that names the dialog. */
  labelledBy: string;
  onClose: () => void;
  initialFocus: RefObject<HTMLElement | null>;
  /** Returns the element that gets focus when the dialog closes. */
  finalFocus: () => HTMLElement | null;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => initialFocus.current?.focus({ preventScroll: true }));
  const giveFocusBack = useEffectEvent(() => {
    // Otherwise the user has already focused something else.
    if (document.activeElement === document.body) finalFocus()?.focus({ preventScroll: true });
  });
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (topmostOverlay() !== dialog.current) return;
    // Closing may ask a question in a dialog, which would close with the same key press.
    event.stopPropagation();
    onClose();
  });

  // Before the rest of the page becomes inert: the keyboard of a phone stays open only if the focus moves directly from
  // one field to another.
  useLayoutEffect(() => takeFocus(), []);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => closeOnEscape(event);
    // Before a dialog above this one closes with the same key press.
    addEventListener('keydown', handleKey, true);
    return () => {
      removeEventListener('keydown', handleKey, true);
      giveFocusBack();
    };
  }, []);

  return (
    <div ref={dialog} role="dialog" aria-labelledby={labelledBy} className="pane-dialog">
      {children}
    </div>
  );
}
