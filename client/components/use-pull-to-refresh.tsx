import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { PULL_THRESHOLD_PX } from '#client/constants.ts';
import { isNative } from '#client/native/platform.ts';
import { listenForPull } from './pull-gesture.ts';
import { Spinner } from './spinner.tsx';

/** following: under the finger. released: on its way back. refreshing: held open until it is done. */
type Pull = 'following' | 'released' | 'refreshing';

/** Reloads the data when the page is pulled down, in the native app: a browser has its own gesture. */
export function usePullToRefresh(
  refresh: () => Promise<unknown>,
  /** Announced to screen readers while `refresh` runs. */
  refreshingText: string,
): [page: RefObject<HTMLDivElement | null>, spinner: ReactNode] {
  const page = useRef<HTMLDivElement>(null);
  const latest = useRef(refresh);
  latest.current = refresh;
  const [refreshing, setRefreshing] = useState(false);

  useEffect(() => {
    const pulled = page.current;
    const surface = pulled?.closest('main');
    if (!isNative() || !pulled || !surface) return;

    // Without React, because this runs with every movement of the finger.
    function show(pull: Pull, distancePx: number) {
      if (!pulled) return;
      pulled.dataset.pull = pull;
      pulled.style.setProperty('--pull', `${distancePx}px`);
      pulled.style.setProperty('--pull-progress', `${Math.min(1, distancePx / PULL_THRESHOLD_PX)}`);
    }

    async function load() {
      show('refreshing', PULL_THRESHOLD_PX);
      setRefreshing(true);
      await latest.current();
      setRefreshing(false);
      show('released', 0);
    }

    return listenForPull(surface, {
      move: (distancePx) => show('following', distancePx),
      release: async (distancePx) => {
        if (distancePx > PULL_THRESHOLD_PX) await load();
        else show('released', 0);
      },
    });
  }, []);

  return [
    page,
    isNative() && (
      <div key="pull" className="pull" role="status">
        <Spinner className="size-7" />
        {refreshing && <span className="sr-only">{refreshingText}</span>}
      </div>
    ),
  ];
}
