import type { ReactNode } from 'react';
import { Skeleton } from '#client/components/skeleton.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useKind } from './kind-context.ts';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Shows placeholders while the items load. */
export function ItemSkeletons() {
  const { messages } = useKind();
  return (
    <>
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      <div className="searchable-items" aria-hidden="true">
        <div className="items-bar">
          <Skeleton className="h-11 w-full" />
        </div>
        <div>
          <div className="grid-heading">
            <Skeleton className="h-6 w-32" />
          </div>
          <div className="item-grid">
            {SKELETONS.map((key) => (
              <div key={key} className="item-card">
                <Skeleton className="h-5 w-3/5" />
                <div className="mt-3 grid content-start gap-2">
                  <Skeleton className="h-3.5" />
                  <Skeleton className="h-3.5" />
                  <Skeleton className="h-3.5 w-4/5" />
                </div>
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

/** Shows a message instead of items. If it has the focus when it disappears, the page heading gets it. */
export function ItemMessage({
  drawing,
  title,
  text,
  children,
}: {
  drawing?: ReactNode;
  /** A text, or a whole heading. */
  title: ReactNode;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="item-message">
      {drawing}
      {typeof title === 'string' ? <h2 className="text-heading">{title}</h2> : title}
      <p className="max-w-sm text-ink-soft">{text}</p>
      {children}
    </div>
  );
}

/** Draws a folded sheet of paper with a pencil. */
export function EmptySheet() {
  return (
    <svg viewBox="0 0 200 130" className="w-52 max-w-full" aria-hidden="true">
      <ellipse cx="100" cy="120" rx="78" ry="6" className="leaflet-shadow" />
      <path d="M22 28 74 16v86l-52 12Z" className="leaflet-light" />
      <path d="m74 16 52 12v86l-52-12Z" className="leaflet-dark" />
      <path d="m126 28 52-12v86l-52 12Z" className="leaflet-light" />
      <g fill="none" strokeLinecap="round" strokeWidth="4">
        <path d="m34 47 28-6.500" stroke="var(--color-accent)" />
        <path d="m34 62 22-5M34 77l28-6.500" stroke="var(--color-line)" />
      </g>
      <g transform="rotate(38 150 64)">
        <path d="M145 28h10v52l-5 11-5-11Z" fill="var(--color-paper-corner)" />
        <path d="m147.700 86 2.300 5 2.300-5Z" fill="var(--color-accent)" />
        <path d="M145 28h10v8h-10Z" fill="var(--color-accent)" />
      </g>
    </svg>
  );
}
