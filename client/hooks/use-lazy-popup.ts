import { useState } from 'react';
import { commonToasts } from '#client/components/messages.ts';
import { toast } from '#client/toasts/toast.ts';

/** Controls a popup whose code is loaded on hover or focus of its button, or when it opens. */
export function useLazyPopup(load: () => Promise<unknown>) {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const prefetch = () => void load().catch(() => {});
  return {
    isOpen: state === 'open',
    wasOpened: state !== 'untouched',
    open() {
      load().then(
        () => setState('open'),
        () => toast(commonToasts.codeMissing),
      );
    },
    close: () => setState('closed'),
    /** Spread onto the button. */
    prefetchOnIntent: { onPointerEnter: prefetch, onFocus: prefetch },
  };
}
