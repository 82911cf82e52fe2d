import { CloudOff, Sparkles } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useLeaving } from '#client/hooks/use-leaving.ts';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useStore } from '#client/state/use-store.ts';
import { pwaMessages as m } from './messages.ts';
import { useOnline } from './online.ts';
import { acceptUpdate, postponeUpdate, updateOffer } from './updates.ts';

/** Marks the header while the app is offline. Always rendered, so that the change is announced. */
export function OfflineMark() {
  const online = useOnline();
  return (
    <p role="status" className="offline-mark" title={online ? undefined : m.offlineText}>
      {!online && (
        <>
          <CloudOff aria-hidden />
          <span>{m.offline}</span>
          <span className="sr-only">{m.offlineText}</span>
        </>
      )}
    </p>
  );
}

/** Offers an update above the page. Always rendered, so that the offer is announced. */
export function Notices() {
  const { shown, isLeaving } = useLeaving(useStore(updateOffer, undefined));
  return (
    <div role="status" className="notices">
      {shown && <UpdateNotice isLeaving={isLeaving} />}
    </div>
  );
}

function UpdateNotice({ isLeaving }: { isLeaving: boolean }) {
  return (
    <div
      ref={useFocusHeadingOnUnmount<HTMLDivElement>(isLeaving)}
      className="notice"
      data-closed={isLeaving || undefined}
      inert={isLeaving}
    >
      <Sparkles aria-hidden />
      <p className="flex-1">{m.updateReady}</p>
      <Button variant="ghost" onClick={postponeUpdate}>
        {m.updateLater}
      </Button>
      <Button onClick={acceptUpdate}>{m.updateNow}</Button>
    </div>
  );
}
