import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import {
  dismissToast,
  holdToast,
  releaseToast,
  runToastAction,
  type ShownToast,
  useToast,
} from './toast.ts';

/**
 * Shows the current toast. Its regions are always rendered, because screen readers announce only
 * changes. Their aria-live is explicit: an open dialog hides everything else from screen readers.
 */
export function Toaster() {
  const shown = useToast();
  const isAlert = shown?.kind === 'destructive';
  const card = shown && <ToastCard key={shown.id} {...shown} />;
  return (
    <div className="toaster" data-kind={shown?.kind}>
      <div role="status" aria-live="polite">
        {!isAlert && card}
      </div>
      <div role="alert" aria-live="assertive">
        {isAlert && card}
      </div>
      <p role="status" aria-live="polite" className="sr-only">
        {shown?.said}
      </p>
    </div>
  );
}

function ToastCard({ title, message, kind = 'default', action, isLeaving }: ShownToast) {
  const Icon = kind === 'destructive' ? CircleAlert : CircleCheck;
  const hold = useHold();
  return (
    <div
      ref={useFocusHeadingOnUnmount<HTMLDivElement>(isLeaving)}
      className="toast"
      data-kind={kind}
      data-closed={isLeaving}
      inert={isLeaving}
      {...(action && !isLeaving && hold)}
    >
      {kind !== 'quiet' && <Icon aria-hidden />}
      <div className="min-w-0 flex-1 py-1">
        <p className={kind === 'quiet' ? undefined : 'font-semibold'}>{title}</p>
        {message && <p className="mt-0.5 text-sm text-ink-soft">{message}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="button button-secondary toast-action"
          aria-keyshortcuts={action.keys?.ariaName}
          onClick={runToastAction}
        >
          {action.label}
          {action.keys && <kbd aria-hidden>{action.keys.label}</kbd>}
        </button>
      )}
      {kind !== 'quiet' && (
        <button
          type="button"
          className="icon-button -my-1.5 -mr-2.5"
          aria-label="Dismiss"
          onClick={dismissToast}
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

/** Returns handlers that hold a toast while the mouse is over it or it has the focus. */
function useHold() {
  const held = useRef({ mouse: false, focus: false });
  const update = (change: Partial<typeof held.current>) => {
    Object.assign(held.current, change);
    if (held.current.mouse || held.current.focus) holdToast();
    else releaseToast();
  };
  return {
    // Lifting a finger also counts as leaving, but many browsers still treat the element as hovered.
    onPointerEnter: ({ pointerType }: PointerEvent) => update({ mouse: pointerType === 'mouse' }),
    onPointerLeave: () => update({ mouse: false }),
    onFocus: () => update({ focus: true }),
    onBlur: () => update({ focus: false }),
  };
}
