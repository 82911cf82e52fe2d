import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { Button } from './button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';

/** Asks for confirmation of something that cannot be undone. A press outside does not close it. */
export function AlertDialog({
  open,
  onCancel,
  onConfirm,
  title,
  description,
  confirmLabel,
  finalFocus,
}: {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  title: string;
  description: string;
  confirmLabel: string;
  /** Returns the element that gets focus when the dialog closes; by default the one that had it before. */
  finalFocus?: () => HTMLElement | null;
}) {
  useCloseOnBack(open, onCancel);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog max-w-sm" finalFocus={finalFocus}>
          <Base.Title className="text-xl font-semibold">{title}</Base.Title>
          <Base.Description className="mt-2 text-ink-soft">{description}</Base.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Base.Close className="button button-secondary">Cancel</Base.Close>
            <Button variant="danger" onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
