import { CloudOff, CloudUpload, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useOnline } from '#client/pwa/online.ts';
import { formatDateTime } from '#client/text/dates.ts';
import { syncMessages as m } from './messages.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import './notices.css';

type Action = { pending: boolean; onPress: () => void };

/** Shows in one line how many changes are not sent yet, and if sending failed, why. Then it offers to send them. */
export function UnsentNotice({
  entries,
  sendError,
  ...action
}: Action & {
  entries: ReadonlyMap<string, OutboxEntry>;
  /** Why sending failed on this device. */
  sendError: string | undefined;
}) {
  const online = useOnline();
  const waiting = [...entries.values()].filter(({ problem }) => !problem);
  const error = sendError ?? waiting.find((entry) => entry.error)?.error;
  if (waiting.length === 0) return null;
  // The header says why.
  if (!online) return <p className="sync-count">{m.waiting(waiting.length)}</p>;
  // Shows nothing while all goes well, because a change is sent within a moment.
  if (error === undefined) return null;
  return (
    <Notice Icon={CloudUpload} label="Send now" {...action}>
      {m.waiting(waiting.length)}: {error}
    </Notice>
  );
}

/** Shows that the items are only in memory, and why. */
export function MemoryNotice({ reason, ...action }: Action & { reason: string }) {
  return (
    <Notice Icon={CloudOff} label="Try again" {...action}>
      {reason} {m.onlyInMemory}
    </Notice>
  );
}

/** Shows that the items may be outdated because the server cannot be reached. */
export function StaleNotice({ loadedAt, ...action }: Action & { loadedAt: string }) {
  return (
    <Notice Icon={CloudOff} label="Try again" {...action}>
      {m.lastLoadedOn} <time dateTime={loadedAt}>{formatDateTime(loadedAt)}</time>
    </Notice>
  );
}

/** Contains the notices, over the end of a list. Always rendered, so that they are announced. */
export function SyncNotices({ children }: { children: ReactNode }) {
  return (
    <div className="sync-layer">
      <div role="status" className="sync-notices">
        {children}
      </div>
    </div>
  );
}

/** Renders a line of text with a button. Keeps the focus on the page when the notice disappears. */
function Notice({
  Icon,
  label,
  pending,
  onPress,
  children,
}: Action & { Icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="sync-notice">
      <Icon aria-hidden />
      <div>
        <p>{children}</p>
        <Button variant="ghost" pending={pending} onClick={onPress}>
          {label}
        </Button>
      </div>
    </div>
  );
}
