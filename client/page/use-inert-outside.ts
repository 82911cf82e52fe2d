import { type RefObject, useLayoutEffect } from 'react';

/** Live regions must still be read, and dialogs above the element must still be usable. */
const LEFT_ALONE = '[aria-live], [data-base-ui-portal], dialog[open]';

/** Firefox before 121 has no `:has()`. */
const isLeftAlone = (element: Element) =>
  element.matches(LEFT_ALONE) ||
  [...element.children].some((child) => child.matches('[aria-live]'));

/**
 * Makes everything outside an element inert while `isOn`, so that neither focus nor a screen reader leaves it. Ends before
 * effects run, which may give the focus back.
 */
export function useInertOutside(ref: RefObject<HTMLElement | null>, isOn: boolean) {
  useLayoutEffect(() => {
    if (!isOn || !ref.current) return;
    const outside = outsideOf(ref.current).filter((each) => !each.inert);
    for (const each of outside) each.inert = true;
    return () => {
      for (const each of outside) each.inert = false;
    };
  }, [ref, isOn]);
}

/** Lists the siblings of an element and of everything that contains it. */
function outsideOf(element: HTMLElement): HTMLElement[] {
  const outside: HTMLElement[] = [];
  let inner = element;
  while (inner !== document.body && inner.parentElement) {
    for (const sibling of inner.parentElement.children)
      if (sibling instanceof HTMLElement && sibling !== inner && !isLeftAlone(sibling))
        outside.push(sibling);
    inner = inner.parentElement;
  }
  return outside;
}
