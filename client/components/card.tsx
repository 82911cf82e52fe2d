import type { ReactNode } from 'react';

/** A raised sheet. `as` picks the element that says what it is. */
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
