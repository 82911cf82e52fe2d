import type { ComponentProps } from 'react';
import { Link, useLocation } from 'wouter';
import { prefetch } from '#client/routes.tsx';

/** A link inside the app: it fetches the screen's code as soon as somebody is about to follow it. */
export function AppLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const [here] = useLocation();
  const intent = () => prefetch(to);
  return (
    <Link
      href={to}
      aria-current={here === to ? 'page' : undefined}
      onPointerEnter={intent}
      onTouchStart={intent}
      onFocus={intent}
      {...rest}
    />
  );
}
