import { useQuery } from '@tanstack/react-query';
import { withQueries } from '#client/api/query.tsx';
import type { AdminStatus } from '#shared/admin.ts';
import { endpoints } from '#shared/endpoints.ts';
import { CapabilityBadges } from './capability-badges.tsx';
import { adminMessages } from './messages.ts';
import { StatusCards, StatusSkeleton } from './status-cards.tsx';
import { StatusError } from './status-error.tsx';

export default withQueries(AdminDashboard);

function AdminDashboard() {
  const status = useStatus();
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

function useStatus() {
  return useQuery<AdminStatus>({
    queryKey: [endpoints.adminStatus.path],
    // The page says what is true now: what was true at the last visit is thrown away.
    staleTime: 0,
    gcTime: 0,
  });
}
