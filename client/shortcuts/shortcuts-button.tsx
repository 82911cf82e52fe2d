import { Keyboard } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { componentMessages as m } from '#client/components/messages.ts';
import { lazyPart, useLazyPopup } from '#client/hooks/lazy-part.ts';
import type { Shortcut } from './use-shortcuts.ts';
import './shortcuts.css';

const shortcutsHelp = lazyPart(() => import('./shortcuts-help.tsx'));

/** Controls the list of shortcuts, whose code is loaded when it is first opened. */
export const useShortcutsHelp = () => useLazyPopup(shortcutsHelp);

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
      {help.Popup && <help.Popup open={help.isOpen} onClose={help.close} shortcuts={shortcuts} />}
    </>
  );
}
