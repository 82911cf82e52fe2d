import { useLayoutEffect, useRef } from 'react';

/** Moves focus to the page's heading, when the focused element is gone. */
export function focusHeading() {
  const main = document.getElementById('main');
  const target = main?.querySelector('h1') ?? main;
  target?.setAttribute('tabindex', '-1');
  target?.focus({ preventScroll: true });
}

/** Moves focus to the heading when the element of the returned ref is removed, or begins to leave, while it has focus. */
export function useFocusHeadingOnUnmount<Part extends HTMLElement>(isLeaving = false) {
  const part = useRef<Part>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Cleaned up also when it begins to leave.
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading();
    };
  }, [isLeaving]);
  return part;
}
