import { CloudOff } from 'lucide-react';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import { useStore } from '#client/state/use-store.ts';
import { pwaMessages as m } from './messages.ts';
import { useOnline } from './online.ts';
import { updateOffer } from './updates.ts';

const updateNotice = lazyPart(() => import('./update-notice.tsx'));

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
  const isOffered = useStore(updateOffer, undefined) !== undefined;
  const UpdateNotice = useLazyPart(updateNotice, isOffered);
  return (
    <div role="status" className="notices">
      {UpdateNotice && <UpdateNotice />}
    </div>
  );
}
