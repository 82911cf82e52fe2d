import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useLeaving } from '#client/hooks/use-leaving.ts';
import { useMediaQuery } from '#client/hooks/use-media-query.ts';
import { useInertOutside } from '#client/page/use-inert-outside.ts';
import './panes.css';

/** The width from which a list and the open item fit side by side. The style sheet repeats it. */
const SIDE_BY_SIDE = '(min-width: 64rem)';

export const isSideBySide = () => matchMedia(SIDE_BY_SIDE).matches;

export const useSideBySide = () => useMediaQuery(SIDE_BY_SIDE);

/**
 * Lays out a list and, beside it, a pane with the open item. In a narrow window the pane covers the screen while an
 * item is open, and is hidden otherwise.
 */
export function Panes({
  ref,
  list,
  isOpen,
  isSplit,
  shownId,
  reader,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>;
  list: ReactNode;
  /** Whether an item is open. */
  isOpen: boolean;
  /** Whether a wide window shows the pane. Without a pane the list takes the whole width. */
  isSplit: boolean;
  /** Identifies the content of the pane. When it changes, the pane scrolls to the top. */
  shownId: string | undefined;
  /** The reading view. It stays until the pane has closed. */
  reader: ReactElement | undefined;
  /** Rendered after the reading view, such as the form. */
  children: ReactNode;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const isWide = useSideBySide();
  useInertOutside(pane, isOpen && !isWide);
  const frame = useLeaving(isOpen || undefined);
  const leaving = useLeaving(reader);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Scrolls when the content changes.
  useLayoutEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [shownId]);
  return (
    <div ref={ref} className="page panes" data-split={isSplit || undefined}>
      {list}
      <div
        ref={pane}
        className="pane"
        data-open={isOpen || undefined}
        data-closed={frame.isLeaving || undefined}
        inert={frame.isLeaving}
      >
        {(reader || frame.isLeaving) && leaving.shown}
        {children}
      </div>
    </div>
  );
}
