import { Check } from 'lucide-react';
import { useEndpoint } from '#client/api-client/query.tsx';
import { adminApi } from './admin-api.ts';
import { LoadError } from './load-error.tsx';
import { adminMessages, capabilities } from './messages.ts';
import { StatusCards, StatusSkeleton } from './status-cards.tsx';

export function Dashboard() {
  // Nothing is cached: the page shows the current status.
  const status = useEndpoint(adminApi.adminStatus, { staleTime: 0, gcTime: 0 });
  return (
    <div className="page py-10 md:py-14">
      <h1 className="text-title">Admin Dashboard</h1>
      <p className="mt-2 text-lg text-ink-soft">{adminMessages.intro}</p>
      <div className="mt-8" aria-busy={status.isFetching}>
        {status.data && <StatusCards status={status.data} asOf={new Date(status.dataUpdatedAt)} />}
        {!status.data && status.error && (
          <LoadError
            title={adminMessages.failedTitle}
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
