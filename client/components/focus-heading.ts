import { useLayoutEffect, useRef } from 'react';

/** Where reading goes on when what had focus is gone. */
export function focusHeading() {
  const main = document.getElementById('main');
  const target = main?.querySelector('h1') ?? main;
  target?.setAttribute('tabindex', '-1');
  target?.focus({ preventScroll: true });
}

/** For what goes away when a button in it is pressed: focus does not go with it. */
export function useHeadingAfter<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const leaving = part.current;
    return () => {
      if (leaving?.contains(document.activeElement)) focusHeading();
    };
  }, []);
  return part;
}
