import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useOnline } from '#client/pwa/online.ts';
import { syncMessages as m } from './messages.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Shows in one line how many changes are not sent yet and why, and offers to send them. */
export function UnsentNotice({
  entries,
  sendError,
  isSending,
  onSend,
}: {
  entries: ReadonlyMap<string, OutboxEntry>;
  /** Why sending failed on this device. */
  sendError: string | undefined;
  isSending: boolean;
  onSend: () => void;
}) {
  const online = useOnline();
  const waiting = [...entries.values()].filter(({ problem }) => !problem);
  const error = sendError ?? waiting.find((entry) => entry.error)?.error;
  // Shows nothing while all goes well, because a change is sent within a moment.
  const isShown = waiting.length > 0 && (!online || error !== undefined);
  return (
    // Always rendered, so that its text is announced; without text it takes no space in a grid.
    <div role="status" className="empty:absolute">
      {isShown && (
        <Notice>
          <CloudUpload aria-hidden />
          <div>
            <p>
              {m.waiting(waiting.length)}: {online ? error : m.offline}
            </p>
            {online && (
              <Button variant="ghost" pending={isSending} onClick={onSend}>
                Send now
              </Button>
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}

/** Keeps the focus on the page when the notice disappears. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="sync-notice">
      {children}
    </div>
  );
}
