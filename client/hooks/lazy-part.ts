import { useEffect, useEffectEvent, useState } from 'react';
import { commonToasts } from '#client/components/messages.ts';
import { toast } from '#client/toasts/toast.ts';

type LazyPart<Part> = {
  load: () => Promise<void>;
  loaded: () => Part | undefined;
  /** Loads the code on hover, touch or focus of a button, onto which it is spread. */
  prefetchOnIntent: { onPointerEnter: () => void; onFocus: () => void };
};

/** Creates a part of a screen whose code is loaded when it is first needed. */
export function lazyPart<Part>(importPart: () => Promise<{ default: Part }>): LazyPart<Part> {
  let part: Part | undefined;
  async function load() {
    part = (await importPart()).default;
  }
  const prefetch = () => void load().catch(() => {});
  return {
    load,
    loaded: () => part,
    prefetchOnIntent: { onPointerEnter: prefetch, onFocus: prefetch },
  };
}

/**
 * Returns a part once its code is loaded. If loading fails, it shows a toast, keeps the screen and calls `onMissing`:
 * React.lazy would replace the screen with an error and never try again.
 */
export function useLazyPart<Part>(
  { load, loaded }: LazyPart<Part>,
  isNeeded: boolean,
  onMissing?: () => void,
): Part | undefined {
  const [, setLoaded] = useState(false);
  const reportMissing = useEffectEvent(() => {
    toast(commonToasts.codeMissing);
    onMissing?.();
  });
  useEffect(() => {
    if (!isNeeded || loaded()) return;
    load().then(
      () => setLoaded(true),
      () => reportMissing(),
    );
  }, [load, loaded, isNeeded]);
  return loaded();
}

/** Controls a popup whose code is loaded on hover or focus of its button, or when it opens. */
export function useLazyPopup<Part>(part: LazyPart<Part>) {
  const [isWanted, setWanted] = useState(false);
  const close = () => setWanted(false);
  const Popup = useLazyPart(part, isWanted, close);
  return {
    /** The component, once its code is loaded. */
    Popup,
    isOpen: isWanted && Popup !== undefined,
    open: () => setWanted(true),
    close,
    prefetchOnIntent: part.prefetchOnIntent,
  };
}
