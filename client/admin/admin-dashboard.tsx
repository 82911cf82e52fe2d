import { useEndpoint, withQueries } from '#client/api/query.tsx';
import { CapabilityBadges } from './capability-badges.tsx';
import { adminMessages } from './messages.ts';
import { StatusCards, StatusSkeleton } from './status-cards.tsx';
import { StatusError } from './status-error.tsx';

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
