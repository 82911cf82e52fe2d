import { type ComponentProps, createContext, useContext } from 'react';
import { Link, useLocation } from 'wouter';
import type { Address } from '#shared/paths.ts';

/** Loads the code of the screen at a path. The app provides it; without a provider nothing happens. */
export const PrefetchContext = createContext<(path: string) => void>(() => {});

/**
 * Renders a link inside the app. It prefetches the screen's code on hover, touch and focus. It is marked on its page, and
 * on those below it: `/plants` also on `/plants/1/label`.
 */
export function AppLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: Address }) {
  const [here] = useLocation();
  const prefetch = useContext(PrefetchContext);
  const prefetchTarget = () => prefetch(to);
  return (
    <Link
      href={to}
      aria-current={here === to ? 'page' : here.startsWith(`${to}/`) || undefined}
      onPointerEnter={prefetchTarget}
      onTouchStart={prefetchTarget}
      onFocus={prefetchTarget}
      {...rest}
    />
  );
}
