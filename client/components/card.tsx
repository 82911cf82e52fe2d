import type { ReactNode } from 'react';

/** Renders a raised surface. `as` sets the HTML element. */
export function Card({
  as: Element = 'div',
  className = '',
  children,
}: {
  as?: 'div' | 'section' | 'article' | 'li';
  className?: string;
  children: ReactNode;
}) {
  return <Element className={`card ${className}`}>{children}</Element>;
}
