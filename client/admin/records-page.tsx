import type { ComponentProps, ReactNode } from 'react';
import { ListPage, ListStates } from './list-page.tsx';
import { RecordList } from './record-list.tsx';

/** Renders an admin screen with one list of records. */
export function RecordsPage({
  title,
  texts,
  list,
  children,
  ...records
}: {
  title: string;
  texts: ComponentProps<typeof ListStates>['texts'] & { intro: string };
  list: ComponentProps<typeof ListStates>['list'];
  children: ReactNode;
} & Pick<ComponentProps<typeof RecordList>, 'head' | 'className'>) {
  return (
    <ListPage title={title} intro={texts.intro}>
      <div className="mt-8">
        <ListStates list={list} texts={texts}>
          <RecordList label={title} busy={list.loading} {...records}>
            {children}
          </RecordList>
        </ListStates>
      </div>
    </ListPage>
  );
}
