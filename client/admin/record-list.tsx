import type { ReactNode } from 'react';
import { Skeleton } from '#client/components/skeleton.tsx';
import './records.css';

const SKELETONS = ['a', 'b', 'c', 'd'];

/** Shows records: as cards on a phone, and as rows below column headings where there is room. */
export function RecordList({
  label,
  head,
  busy,
  className = '',
  children,
}: {
  label: string;
  /** The column headings: first the title column, then one for each fact. */
  head: [lead: string, ...facts: string[]];
  busy: boolean;
  className?: string;
  children: ReactNode;
}) {
  const [lead, ...facts] = head;
  return (
    <div className={`records ${className}`}>
      {/* Each fact also has its own label, hidden where these headings are visible. */}
      <div className="record-head" aria-hidden="true">
        <span>{lead}</span>
        <span className="record-facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </div>
      <ul aria-label={label} aria-busy={busy} className="record-items">
        {children}
      </ul>
    </div>
  );
}

export function RecordItem({
  lead,
  facts,
  action,
}: {
  lead: ReactNode;
  facts: [label: string, value: ReactNode][];
  action?: ReactNode;
}) {
  return (
    <li className="record">
      <div className="min-w-0">{lead}</div>
      <dl className="record-facts">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt>{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {action && <div className="record-action">{action}</div>}
    </li>
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
