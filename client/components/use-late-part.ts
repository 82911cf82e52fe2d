import { useState } from 'react';
import { toasts } from '#client/messages.ts';
import { toast } from './toast.ts';

/** What opens from a button: its code is fetched when a pointer or focus comes near, and stays once it was open. */
export function useLatePart(load: () => Promise<unknown>) {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const prefetch = () => void load().catch(() => {});
  return {
    isOpen: state === 'open',
    wasOpened: state !== 'untouched',
    open() {
      load().then(
        () => setState('open'),
        () => toast(toasts.offline),
      );
    },
    close: () => setState('closed'),
    /** For the button. */
    near: { onPointerEnter: prefetch, onFocus: prefetch },
  };
}
