import { useEffect, useEffectEvent, useState } from 'react';
import { LOADING_GRACE_MS } from '#client/constants.ts';
import type { LazyCode } from './route.ts';

/**
 * Returns the target to show, such as an address or a view. While the code of the next screen loads, returns the
 * previous target, but for LOADING_GRACE_MS at most: then it returns the next one with `isLoading`. A screen is not
 * rendered before its code is loaded, because React would show its fallback for at least 300 ms.
 */
export function useReadyScreen<Target>(target: Target, screen: LazyCode) {
  const [shown, setShown] = useState({ target, isLoading: false });
  const isChanged = shown.target !== target;
  if (isChanged && screen.isLoaded()) setShown({ target, isLoading: false });

  const awaitCode = useEffectEvent(() => {
    if (!isChanged) return;
    const show = (isLoading: boolean) => setShown({ target, isLoading });
    const timer = setTimeout(show, LOADING_GRACE_MS, true);
    let isCurrent = true;
    const stop = () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // A failure is shown by the screen itself.
    const showScreen = () => {
      if (isCurrent) show(false);
      stop();
    };
    screen.load().then(showScreen, showScreen);
    return stop;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each target is awaited once, also if its code failed to load.
  useEffect(() => awaitCode(), [target]);

  return shown;
}
