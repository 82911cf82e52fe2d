import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';
import { Link, useLocation } from 'wouter';
import { asksBeforeLeaving } from '#client/page/leaving.ts';
import type { Address } from '#shared/paths.ts';

/** Loads the code of the screen at a path. The app provides it; without a provider nothing happens. */
export const PrefetchContext = createContext<(path: string) => Promise<unknown>>(async () => {});

/**
 * Renders a link inside the app. It prefetches the screen's code on hover, touch and focus. It is marked as current on
 * its page and on the pages below it: `/plants` is also marked on `/plants/1/label`.
 */
export function AppLink({
  to,
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: Address }) {
  const [here] = useLocation();
  const prefetch = useContext(PrefetchContext);
  const prefetchTarget = () => void prefetch(to);

  function press(event: MouseEvent<HTMLAnchorElement>) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!isElsewhere && asksBeforeLeaving()) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <Link
      href={to}
      onClick={press}
      aria-current={here === to ? 'page' : here.startsWith(`${to}/`) || undefined}
      onPointerEnter={prefetchTarget}
      onTouchStart={prefetchTarget}
      onFocus={prefetchTarget}
      {...rest}
    />
  );
}
