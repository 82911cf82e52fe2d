import { Database, FolderOpen, Mail, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#client/components/card.tsx';
import { Skeleton } from '#client/components/skeleton.tsx';
import { features } from '#features/client.ts';
import type { AdminStatus } from '#shared/admin.ts';
import { formatNumber } from '#shared/format-number.ts';
import {
  formatBackupAge,
  formatBytes,
  formatClock,
  formatFailed,
  formatQueue,
  formatUptime,
} from './format.ts';
import {
  adminMessages,
  engineNames,
  fileStoreNames,
  healthNames,
  transportNames,
} from './messages.ts';

type Health = AdminStatus['database']['health'];
type Reason = AdminStatus['attention'][number];

/** The counts of the kit and of the features, with their labels. */
const COUNTS = [
  ['users', 'Users'],
  ...features.flatMap(({ counts = {} }) => Object.entries(counts)),
  ['photos', 'Photos'],
] as [name: string, label: string][];

type StatusCard = {
  title: string;
  icon: ReactNode;
  rows: [label: string, read: (status: AdminStatus) => ReactNode][];
};

const CARDS: StatusCard[] = [
  {
    title: 'Service',
    icon: <Server aria-hidden />,
    rows: [
      ['Version', ({ version }) => version],
      ['Uptime', ({ uptime_s }) => formatUptime(uptime_s)],
      [
        'Backup',
        ({ data_folder, attention }) => (
          <Marked by={['backup_failed', 'backup_missing']} attention={attention}>
            {formatBackupAge(data_folder.newest_backup_age_s)}
          </Marked>
        ),
      ],
      [
        'Free disk space',
        ({ data_folder: { free_bytes }, attention }) => (
          <Marked by={['storage']} attention={attention}>
            {free_bytes === null ? 'Unknown' : formatBytes(free_bytes)}
          </Marked>
        ),
      ],
    ],
  },
  {
    title: 'Database',
    icon: <Database aria-hidden />,
    rows: [
      ['Engine', ({ database }) => engineNames[database.engine]],
      ['Health', ({ database }) => <HealthMark health={database.health} />],
    ],
  },
  {
    title: 'File store',
    icon: <FolderOpen aria-hidden />,
    rows: [
      ['Kind', ({ file_store }) => fileStoreNames[file_store.kind]],
      ['Health', ({ file_store }) => <HealthMark health={file_store.health} />],
    ],
  },
  {
    title: 'Mail',
    icon: <Mail aria-hidden />,
    rows: [
      ['Transport', ({ mail }) => transportNames[mail.transport]],
      ['Queue', ({ mail }) => formatQueue(mail.queued)],
      ['Undeliverable', ({ mail }) => formatFailed(mail.failed)],
    ],
  },
];

export function StatusCards({ status, asOf }: { status: AdminStatus; asOf: Date }) {
  const { database, file_store, attention } = status;
  const well = database.health === 'ok' && file_store.health === 'ok' && attention.length === 0;
  return (
    <>
      <Summary>
        <Dot health={well ? 'ok' : 'failing'} />
        <b className="font-semibold">{well ? adminMessages.allWell : adminMessages.trouble}</b>
        <span className="ml-auto text-sm text-ink-faint tabular-nums">
          As of {formatClock(asOf)}
        </span>
      </Summary>
      {attention.length > 0 && (
        <ul className="mb-4 list-disc pl-5.5 text-ink-soft">
          {attention.map((reason) => (
            <li key={reason}>{adminMessages.attention[reason]}</li>
          ))}
        </ul>
      )}
      <Values status={status} />
    </>
  );
}

/** Shows the same without values, in the same size, so that nothing moves when they arrive. */
export const StatusSkeleton = () => (
  <>
    <p role="status" className="sr-only">
      {adminMessages.loading}
    </p>
    <Summary>
      <Skeleton className="h-4 w-48" />
    </Summary>
    <Values />
  </>
);

const Summary = ({ children }: { children: ReactNode }) => (
  <p className="flex min-h-11 flex-wrap items-center gap-3">{children}</p>
);

function Values({ status }: { status?: AdminStatus }) {
  const counts: Record<string, number> = status?.counts ?? {};
  return (
    <>
      <dl className="unfolded status-counts mt-2">
        {COUNTS.map(([name, label]) => (
          <div key={name}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="flex min-h-[1lh] items-center text-title tabular-nums">
              {status ? formatNumber(counts[name] ?? 0) : <Skeleton className="h-7 w-14" />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {CARDS.map(({ title, icon, rows }) => (
          <Card key={title} as="section" className="p-5">
            <h2 className="flex items-center gap-2.5 font-semibold [&_svg]:size-4.5 [&_svg]:text-accent">
              {icon}
              {title}
            </h2>
            <dl className="mt-4 grid gap-2">
              {rows.map(([label, read]) => (
                <div key={label} className="flex flex-wrap items-center justify-between gap-x-4">
                  <dt className="wrap-anywhere text-sm text-ink-soft">{label}</dt>
                  <dd className="flex min-h-[1lh] items-center font-medium tabular-nums">
                    {status ? read(status) : <Skeleton className="h-4 w-20" />}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
      </div>
    </>
  );
}

/** Shows a value, with a mark if one of the problems affects it. */
function Marked({
  by,
  attention,
  children,
}: {
  by: Reason[];
  attention: Reason[];
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center gap-2">
      {by.some((reason) => attention.includes(reason)) && <Dot health="failing" />}
      {children}
    </span>
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
