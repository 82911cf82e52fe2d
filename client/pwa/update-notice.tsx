import { Sparkles } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { useLeaving } from '#client/hooks/use-leaving.ts';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useStore } from '#client/state/use-store.ts';
import { pwaMessages as m } from './messages.ts';
import { acceptUpdate, postponeUpdate, updateOffer } from './updates.ts';

/** Offers to change to the new version of the app. */
export default function UpdateNotice() {
  const { shown, isLeaving } = useLeaving(useStore(updateOffer, undefined));
  return shown ? <Notice isLeaving={isLeaving} /> : null;
}

function Notice({ isLeaving }: { isLeaving: boolean }) {
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
