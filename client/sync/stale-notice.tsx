import { CloudOff } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { formatDateTime } from '#client/text/dates.ts';
import { syncMessages as m } from './messages.ts';

/** Shows that the items below may be outdated because the server cannot be reached. */
export function StaleNotice({
  loadedAt,
  onRetry,
  pending,
}: {
  loadedAt: string;
  onRetry: () => void;
  pending: boolean;
}) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="sync-notice">
      <CloudOff aria-hidden />
      <div>
        <p>
          {m.lastLoadedOn} <time dateTime={loadedAt}>{formatDateTime(loadedAt)}</time>
        </p>
        <Button variant="ghost" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
