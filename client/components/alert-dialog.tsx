import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useCloseOnBack } from '#client/page/use-close-on-back.ts';

export const AlertDialogClose = Base.Close;

/** Asks a question whose answers are buttons in `children`. A press outside does not close it. */
export function AlertDialog({
  open,
  onClose,
  title,
  description,
  className,
  finalFocus,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  className: string;
  /** Returns the element that gets focus when the dialog closes; by default the element that had it before. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}) {
  useCloseOnBack(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className={`dialog ${className}`} finalFocus={finalFocus}>
          <Base.Title className="text-xl font-semibold">{title}</Base.Title>
          <Base.Description className="mt-2 text-ink-soft">{description}</Base.Description>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
