import { CloudOff, Sparkles } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useStore } from '#client/state/use-store.ts';
import { pwaMessages as m } from './messages.ts';
import { useOnline } from './online.ts';
import { acceptUpdate, postponeUpdate, updateOffer } from './updates.ts';

/** Shows whether the app is offline or has an update. Always rendered, so that changes are announced. */
export function Notices() {
  const online = useOnline();
  const updateOffered = useStore(updateOffer, undefined) !== undefined;
  return (
    <div role="status" className="notices">
      {!online && (
        <p className="notice">
          <CloudOff aria-hidden />
          {m.offline}
        </p>
      )}
      {updateOffered && (
        <div className="notice">
          <Sparkles aria-hidden />
          <p className="flex-1">{m.updateReady}</p>
          <Button variant="ghost" onClick={postponeUpdate}>
            {m.updateLater}
          </Button>
          <Button onClick={acceptUpdate}>{m.updateNow}</Button>
        </div>
      )}
    </div>
  );
}
