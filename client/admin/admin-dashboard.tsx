import { Check, CloudOff } from 'lucide-react';
import type { ApiError } from '#client/api-client/api-error.ts';
import { useEndpoint, withQueries } from '#client/api-client/query.tsx';
import { Button } from '#client/components/button.tsx';
import { Card } from '#client/components/card.tsx';
import { adminMessages, capabilities } from './messages.ts';
import { StatusCards, StatusSkeleton } from './status-cards.tsx';

export default withQueries(AdminDashboard);

function AdminDashboard() {
  // Nothing is cached: the page shows the status of this moment.
  const status = useEndpoint('adminStatus', { staleTime: 0, gcTime: 0 });
  return (
    <div className="page py-10 md:py-14">
      <h1 className="text-title">Admin Dashboard</h1>
      <p className="mt-2 text-lg text-ink-soft">{adminMessages.intro}</p>
      <div className="mt-8" aria-busy={status.isFetching}>
        {status.data && <StatusCards status={status.data} asOf={new Date(status.dataUpdatedAt)} />}
        {!status.data && status.error && (
          <StatusError
            error={status.error}
            retrying={status.isFetching}
            onRetry={() => void status.refetch()}
          />
        )}
        {status.isPending && <StatusSkeleton />}
      </div>
      <CapabilityBadges />
    </div>
  );
}

function StatusError({
  error,
  retrying,
  onRetry,
}: {
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <CloudOff aria-hidden className="mb-2 size-9 text-ink-faint" strokeWidth={1.5} />
      <div role="alert">
        <h2 className="text-xl font-semibold">{adminMessages.failedTitle}</h2>
        <p className="mt-1 text-ink-soft">{error.error}</p>
      </div>
      <Button className="mt-4" pending={retrying} onClick={onRetry}>
        {adminMessages.retry}
      </Button>
    </Card>
  );
}

function CapabilityBadges() {
  return (
    <section className="mt-12" aria-labelledby="capabilities">
      <h2 id="capabilities" className="text-xl font-semibold">
        {adminMessages.capabilities}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-2.5">
        {capabilities.map((capability) => (
          <li key={capability} className="badge">
            <Check aria-hidden className="size-4" />
            {capability}
          </li>
        ))}
      </ul>
    </section>
  );
}
