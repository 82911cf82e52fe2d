import type { ReactNode } from 'react';
import { Button } from '#client/components/button.tsx';
import { Card } from '#client/components/card.tsx';
import { EmptySheet } from '#client/components/empty-sheet.tsx';
import { LoadError } from './load-error.tsx';
import { type Columns, RecordList, RecordSkeletons } from './record-list.tsx';
import type { usePages } from './use-pages.ts';

/** Shows an admin screen with one list, or why it is empty. */
export function ListPage<Item extends { id: string }>({
  title,
  texts,
  list: { items, next, loading, failure, retry, loadMore },
  columns,
  className,
  filters,
  more = 'Show more',
}: {
  title: string;
  texts: { intro: string; loading: string; failedTitle: string; none: string };
  list: ReturnType<typeof usePages<Item>>;
  columns: Columns<Item>;
  className?: string;
  /** What is between the introduction and the list. */
  filters?: ReactNode;
  /** The label of the button that reads the next page. */
  more?: string;
}) {
  return (
    <div className="page py-10 md:py-14">
      <h1 className="text-title">{title}</h1>
      <p className="mt-2 max-w-prose text-lg text-ink-soft">{texts.intro}</p>
      {filters}
      <div className={filters ? '' : 'mt-8'}>
        {items && items.length > 0 && (
          <RecordList
            label={title}
            items={items}
            columns={columns}
            busy={loading}
            className={className}
          />
        )}
        {items?.length === 0 && !failure && (
          <Card className="grid justify-items-center gap-4 px-6 py-10 text-center text-ink-soft">
            <EmptySheet />
            <p>{texts.none}</p>
          </Card>
        )}
        {!items && loading && <RecordSkeletons text={texts.loading} />}
        {failure && (
          <LoadError
            title={texts.failedTitle}
            error={failure.error}
            retrying={loading}
            onRetry={retry}
          />
        )}
        {items && next && !failure && (
          <Button variant="secondary" className="mt-5" pending={loading} onClick={loadMore}>
            {more}
          </Button>
        )}
      </div>
    </div>
  );
}
