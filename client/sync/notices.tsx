import { CloudOff, CloudUpload, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useOnline } from '#client/pwa/online.ts';
import { formatDateTime } from '#client/text/dates.ts';
import { syncMessages as m } from './messages.ts';
import type { OutboxEntry } from './outbox-entry.ts';

type Action = { pending: boolean; onPress: () => void };

/** Shows in one line how many changes are not sent yet and why, and offers to send them. */
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
  // Shows nothing while all goes well, because a change is sent within a moment.
  const isShown = waiting.length > 0 && (!online || error !== undefined);
  return (
    <Announced>
      {isShown && (
        <Notice Icon={CloudUpload} label={online ? 'Send now' : undefined} {...action}>
          {m.waiting(waiting.length)}: {online ? error : m.offline}
        </Notice>
      )}
    </Announced>
  );
}

/** Shows that the items below are only in memory, and why. */
export function MemoryNotice({ reason, ...action }: Action & { reason: string | undefined }) {
  return (
    <Announced>
      {reason && (
        <Notice Icon={CloudOff} label="Try again" {...action}>
          {reason} {m.onlyInMemory}
        </Notice>
      )}
    </Announced>
  );
}

/** Shows that the items below may be outdated because the server cannot be reached. */
export function StaleNotice({ loadedAt, ...action }: Action & { loadedAt: string }) {
  return (
    <Notice Icon={CloudOff} label="Try again" {...action}>
      {m.lastLoadedOn} <time dateTime={loadedAt}>{formatDateTime(loadedAt)}</time>
    </Notice>
  );
}

/** Always rendered, so that its text is announced; without text it takes no space in a grid. */
function Announced({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:absolute">
      {children}
    </div>
  );
}

/** Renders a line of text with a button, if that has a label. Keeps the focus on the page when the notice disappears. */
function Notice({
  Icon,
  label,
  pending,
  onPress,
  children,
}: Action & { Icon: LucideIcon; label: string | undefined; children: ReactNode }) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="sync-notice">
      <Icon aria-hidden />
      <div>
        <p>{children}</p>
        {label && (
          <Button variant="ghost" pending={pending} onClick={onPress}>
            {label}
          </Button>
        )}
      </div>
    </div>
  );
}
