import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { dismissToast, type Toast, useToast } from './toast.ts';

/**
 * Shows the current toast. Both regions are always rendered, because screen readers announce only
 * changes. Their aria-live is explicit: an open dialog hides everything else from screen readers.
 */
export function Toaster() {
  const shown = useToast();
  const isAlert = shown?.kind === 'destructive';
  return (
    <div className="toaster">
      <div role="status" aria-live="polite">
        {shown && !isAlert && <ToastCard key={shown.id} {...shown} />}
      </div>
      <div role="alert" aria-live="assertive">
        {shown && isAlert && <ToastCard key={shown.id} {...shown} />}
      </div>
    </div>
  );
}

function ToastCard({ title, message, kind = 'default' }: Toast) {
  const Icon = kind === 'destructive' ? CircleAlert : CircleCheck;
  return (
    <div className="toast" data-kind={kind}>
      <Icon aria-hidden />
      <div className="min-w-0 flex-1 py-1">
        <p className="font-semibold">{title}</p>
        {message && <p className="mt-0.5 text-sm text-ink-soft">{message}</p>}
      </div>
      <button
        type="button"
        className="icon-button -my-1.5 -mr-2.5"
        aria-label="Dismiss"
        onClick={dismissToast}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
