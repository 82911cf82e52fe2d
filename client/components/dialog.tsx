import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCloseOnBack } from '#client/page/use-close-on-back.ts';

/**
 * Shows a modal dialog that takes focus, keeps it and gives it back. It imports Base UI, so screens that rarely need it
 * should import it lazily.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  className = 'max-w-lg',
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  children: ReactNode;
  className?: string;
}) {
  useCloseOnBack(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className={`dialog ${className}`}>
          <div className="flex items-start justify-between gap-4">
            <Base.Title dir="auto" className="text-xl font-semibold">
              {title}
            </Base.Title>
            <Base.Close className="icon-button -mt-2 -mr-2.5" aria-label="Close">
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          {description && (
            <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>
          )}
          <div className="mt-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
