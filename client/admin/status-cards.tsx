import { Database, FolderOpen, Mail, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#client/components/card.tsx';
import { Skeleton } from '#client/components/skeleton.tsx';
import { features } from '#features/client.ts';
import type { AdminStatus } from '#shared/admin.ts';
import { formatNumber } from '#shared/format-number.ts';
import { formatClock, formatFailed, formatQueue, formatUptime } from './format.ts';
import {
  adminMessages,
  engineNames,
  fileStoreNames,
  healthNames,
  transportNames,
} from './messages.ts';

type Health = AdminStatus['database']['health'];

/** The counts of the kit and of the features, with their labels. */
const COUNTS = [
  ['users', 'Users'],
  ...features.flatMap(({ counts = {} }) => Object.entries(counts)),
  ['photos', 'Photos'],
] as [name: string, label: string][];

export function StatusCards({ status, asOf }: { status: AdminStatus; asOf: Date }) {
  const { database, file_store, mail } = status;
  const counts: Record<string, number> = status.counts;
  const { attention } = status;
  const well = database.health === 'ok' && file_store.health === 'ok' && attention.length === 0;
  return (
    <Board
      summary={
        <>
          <Dot health={well ? 'ok' : 'failing'} />
          <b className="font-semibold">{well ? adminMessages.allWell : adminMessages.trouble}</b>
          <span className="ml-auto text-sm text-ink-faint tabular-nums">
            As of {formatClock(asOf)}
          </span>
        </>
      }
      reasons={attention.map((reason) => adminMessages.attention[reason])}
      counts={COUNTS.map(([name, label]) => [label, formatNumber(counts[name] ?? 0)])}
      cards={{
        service: [
          ['Version', status.version],
          ['Uptime', formatUptime(status.uptime_s)],
        ],
        database: [
          ['Engine', engineNames[database.engine]],
          ['Health', <HealthMark key="health" health={database.health} />],
        ],
        files: [
          ['Kind', fileStoreNames[file_store.kind]],
          ['Health', <HealthMark key="health" health={file_store.health} />],
        ],
        mail: [
          ['Transport', transportNames[mail.transport]],
          ['Queue', formatQueue(mail.queued)],
          ['Undeliverable', formatFailed(mail.failed)],
        ],
      }}
    />
  );
}

/** Shows the board without values, in the same size, so that nothing moves when they arrive. */
export function StatusSkeleton() {
  const word = <Skeleton className="h-4 w-20" />;
  const number = <Skeleton className="h-7 w-14" />;
  return (
    <>
      <p role="status" className="sr-only">
        {adminMessages.loading}
      </p>
      <Board
        summary={<Skeleton className="h-4 w-48" />}
        counts={COUNTS.map(([, label]) => [label, number])}
        cards={{
          service: [
            ['Version', word],
            ['Uptime', word],
          ],
          database: [
            ['Engine', word],
            ['Health', word],
          ],
          files: [
            ['Kind', word],
            ['Health', word],
          ],
          mail: [
            ['Transport', word],
            ['Queue', word],
            ['Undeliverable', word],
          ],
        }}
      />
    </>
  );
}

type Rows = [label: string, value: ReactNode][];

function Board({
  summary,
  reasons = [],
  counts,
  cards,
}: {
  summary: ReactNode;
  /** What needs attention, in sentences. */
  reasons?: string[];
  counts: Rows;
  cards: Record<'service' | 'database' | 'files' | 'mail', Rows>;
}) {
  return (
    <>
      <p className="flex min-h-11 flex-wrap items-center gap-3">{summary}</p>
      {reasons.length > 0 && (
        <ul className="mb-4 list-disc pl-5.5 text-ink-soft">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <dl className="unfolded status-counts mt-2">
        {counts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="flex min-h-[1lh] items-center text-title tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatusCard title="Service" icon={<Server aria-hidden />} rows={cards.service} />
        <StatusCard title="Database" icon={<Database aria-hidden />} rows={cards.database} />
        <StatusCard title="File store" icon={<FolderOpen aria-hidden />} rows={cards.files} />
        <StatusCard title="Mail" icon={<Mail aria-hidden />} rows={cards.mail} />
      </div>
    </>
  );
}

function StatusCard({ title, icon, rows }: { title: string; icon: ReactNode; rows: Rows }) {
  return (
    <Card as="section" className="p-5">
      <h2 className="flex items-center gap-2.5 font-semibold [&_svg]:size-4.5 [&_svg]:text-accent">
        {icon}
        {title}
      </h2>
      <dl className="mt-4 grid gap-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap items-center justify-between gap-x-4">
            <dt className="wrap-anywhere text-sm text-ink-soft">{label}</dt>
            <dd className="flex min-h-[1lh] items-center font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function HealthMark({ health }: { health: Health }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Dot health={health} />
      {healthNames[health]}
    </span>
  );
}

const Dot = ({ health }: { health: Health }) => (
  <span aria-hidden="true" className="health-dot" data-health={health} />
);
