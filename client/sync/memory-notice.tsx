import { CloudOff } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { syncMessages as m } from './messages.ts';

/** Shows that the items below are only in memory, and why. */
export function MemoryNotice({
  reason,
  ...retry
}: {
  reason: string | undefined;
  onRetry: () => void;
  pending: boolean;
}) {
  return (
    // Always rendered, so that its text is announced; without text it takes no space in a grid.
    <div role="status" className="empty:absolute">
      {reason && <Notice reason={reason} {...retry} />}
    </div>
  );
}

function Notice({
  reason,
  onRetry,
  pending,
}: {
  reason: string;
  onRetry: () => void;
  pending: boolean;
}) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="sync-notice">
      <CloudOff aria-hidden />
      <div>
        <p>
          {reason} {m.onlyInMemory}
        </p>
        <Button variant="ghost" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
