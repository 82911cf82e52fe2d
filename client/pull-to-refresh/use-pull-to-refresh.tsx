import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Spinner } from '#client/components/spinner.tsx';
import { PULL_THRESHOLD_PX } from '#client/constants.ts';
import { isNative } from '#client/native/platform.ts';
import './pull-to-refresh.css';

/** following: moves with the finger. released: moves back. refreshing: stays open until loading is done. */
type Pull = 'following' | 'released' | 'refreshing';

/** Refreshes the page when it is pulled down, in the native app only: browsers have their own gesture. */
export function usePullToRefresh(
  refresh: () => Promise<unknown>,
  refreshingMessage: string,
): [page: RefObject<HTMLDivElement | null>, spinner: ReactNode] {
  const page = useRef<HTMLDivElement>(null);
  const [refreshing, setRefreshing] = useState(false);
  const onRefresh = useEffectEvent(refresh);

  useEffect(() => {
    const pulled = page.current;
    const surface = pulled?.closest('main');
    if (!isNative() || !pulled || !surface) return;

    // Sets styles directly: a render for every movement of the finger would be too slow.
    function show(pull: Pull, distancePx: number) {
      if (!pulled) return;
      pulled.dataset.pull = pull;
      pulled.style.setProperty('--pull', `${distancePx}px`);
      pulled.style.setProperty('--pull-progress', `${Math.min(1, distancePx / PULL_THRESHOLD_PX)}`);
    }

    async function load() {
      show('refreshing', PULL_THRESHOLD_PX);
      setRefreshing(true);
      await onRefresh();
      setRefreshing(false);
      show('released', 0);
    }

    // The code is part of the native app only.
    const listening = import('./pull-gesture.ts').then(({ listenForPull }) =>
      listenForPull(surface, {
        move: (distancePx) => show('following', distancePx),
        release: async (distancePx) => {
          if (distancePx > PULL_THRESHOLD_PX) await load();
          else show('released', 0);
        },
      }),
    );
    return () => void listening.then((stop) => stop());
  }, []);

  return [
    page,
    isNative() && (
      <div key="pull" className="pull" role="status">
        <Spinner className="size-7" />
        {refreshing && <span className="sr-only">{refreshingMessage}</span>}
      </div>
    ),
  ];
}
