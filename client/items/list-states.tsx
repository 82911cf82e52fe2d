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
                <Skeleton className="h-4 w-3/5 [grid-area:title]" />
                <div className="mt-1.5 grid content-start gap-2 overflow-hidden [grid-area:excerpt]">
                  <Skeleton className="h-3" />
                  <Skeleton className="h-3 w-4/5" />
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
