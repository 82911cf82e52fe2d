import type { ReactNode } from 'react';
import { Skeleton } from '#client/components/skeleton.tsx';
import './records.css';

const SKELETONS = ['a', 'b', 'c', 'd'];

/** The columns of a list, each with its heading and what it shows of an item. */
export type Columns<Item> = {
  lead: [heading: string, show: (item: Item) => ReactNode];
  facts: [heading: string, show: (item: Item) => ReactNode, kind?: 'time' | 'figure'][];
  action?: (item: Item) => ReactNode;
};

/** Shows records: as cards on a phone, and as rows below column headings where there is room. */
export function RecordList<Item extends { id: string }>({
  label,
  items,
  columns: { lead, facts, action },
  busy,
  className = '',
}: {
  label: string;
  items: Item[];
  columns: Columns<Item>;
  busy: boolean;
  className?: string;
}) {
  const [leadHeading, showLead] = lead;
  return (
    <div className={`records ${className}`}>
      {/* Each fact also has its own label, hidden where these headings are visible. */}
      <div className="record-head" aria-hidden="true">
        <span>{leadHeading}</span>
        <span className="record-facts">
          {facts.map(([heading, , kind]) => (
            <span key={heading} data-kind={kind} className="min-w-0">
              {heading}
            </span>
          ))}
        </span>
      </div>
      <ul aria-label={label} aria-busy={busy} className="record-items">
        {items.map((item) => (
          <li key={item.id} className="record">
            <div className="min-w-0">{showLead(item)}</div>
            <dl className="record-facts">
              {facts.map(([heading, show, kind]) => (
                <div key={heading} data-kind={kind} className="min-w-0">
                  <dt>{heading}</dt>
                  <dd className="wrap-anywhere tabular-nums">{show(item)}</dd>
                </div>
              ))}
            </dl>
            {action && <div className="record-action">{action(item)}</div>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Reserves the space of records while they load. Screen readers read `text`. */
export const RecordSkeletons = ({ text }: { text: string }) => (
  <>
    <p role="status" className="sr-only">
      {text}
    </p>
    <div className="record-items" aria-hidden="true">
      {SKELETONS.map((key) => (
        <div key={key} className="record">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  </>
);
