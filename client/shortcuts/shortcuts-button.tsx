import { Keyboard } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#client/components/button.tsx';
import { componentMessages as m } from '#client/components/messages.ts';
import { useLazyPopup } from '#client/hooks/use-lazy-popup.ts';
import type { Shortcut } from './use-shortcuts.ts';
import './shortcuts.css';

const loadHelp = () => import('./shortcuts-help.tsx');
const ShortcutsHelp = lazy(loadHelp);

/** Controls the list of shortcuts, whose code is loaded when it is first opened. */
export const useShortcutsHelp = () => useLazyPopup(loadHelp);

/** Renders the button that opens the list of shortcuts, on devices that probably have a keyboard. */
export function ShortcutsButton({
  help,
  shortcuts,
}: {
  help: ReturnType<typeof useShortcutsHelp>;
  shortcuts: Shortcut[];
}) {
  return (
    <>
      <Button
        variant="ghost"
        className="shortcuts-button"
        aria-haspopup="dialog"
        {...help.prefetchOnIntent}
        onClick={help.open}
      >
        <Keyboard aria-hidden className="size-4.5" />
        {m.shortcuts}
      </Button>
      {help.wasOpened && (
        <Suspense>
          <ShortcutsHelp open={help.isOpen} onClose={help.close} shortcuts={shortcuts} />
        </Suspense>
      )}
    </>
  );
}
