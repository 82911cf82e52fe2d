import type { ReactNode } from 'react';
import { Button } from '#client/components/button.tsx';
import { Card } from '#client/components/card.tsx';
import { LoadError } from './load-error.tsx';
import { RecordSkeletons } from './record-list.tsx';
import type { usePages } from './use-pages.ts';

/** Renders the frame of an admin screen: title, introduction and content. */
export function ListPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: ReactNode;
}) {
  return (
    <div className="page py-10 md:py-14">
      <h1 className="text-title">{title}</h1>
      <p className="mt-2 max-w-prose text-lg text-ink-soft">{intro}</p>
      {children}
    </div>
  );
}

/** Shows the state of a list around its items: loading, failed, empty, and whether there is more. */
export function ListStates({
  list,
  texts,
  more = 'Show more',
  children,
}: {
  list: Omit<ReturnType<typeof usePages<unknown>>, 'update'>;
  texts: { loading: string; failedTitle: string; none: string };
  /** The label of the button that reads the next page. */
  more?: string;
  children: ReactNode;
}) {
  const { items, next, loading, failure } = list;
  return (
    <>
      {items && items.length > 0 && children}
      {items?.length === 0 && !failure && <Empty text={texts.none} />}
      {!items && loading && <RecordSkeletons text={texts.loading} />}
      {failure && (
        <LoadError
          title={texts.failedTitle}
          error={failure.error}
          retrying={loading}
          onRetry={list.retry}
        />
      )}
      {items && next && !failure && (
        <Button variant="secondary" className="mt-5" pending={loading} onClick={list.loadMore}>
          {more}
        </Button>
      )}
    </>
  );
}

const Empty = ({ text }: { text: string }) => (
  <Card className="px-6 py-10 text-center text-ink-soft">{text}</Card>
);
