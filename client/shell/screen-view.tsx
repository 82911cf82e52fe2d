import { Suspense, useEffect, useState } from 'react';
import { focusHeading } from '#client/components/focus-heading.ts';
import { usePageTitle } from '#client/components/page-title.ts';
import { Loading } from '#client/components/spinner.tsx';
import type { Route } from '#client/routes.tsx';

export function ScreenView({ route }: { route: Route }) {
  return (
    <Suspense fallback={<Loading />}>
      <Arrival key={route.path} route={route} />
    </Suspense>
  );
}

let navigated: 'no' | 'forward' | 'back' = 'no';
if (typeof window !== 'undefined') {
  // The router tells of its own steps with these two events, the browser of back and forward.
  for (const step of ['pushState', 'replaceState']) {
    addEventListener(step, () => {
      navigated = 'forward';
    });
  }
  addEventListener('popstate', () => {
    navigated = 'back';
  });
}

/** Does for a screen reader and the scroll bar what a page load does. */
function Arrival({ route }: { route: Route }) {
  usePageTitle(route.title);
  // Not on the first page: what is there at the first paint should simply be there.
  const [isFirst] = useState(navigated === 'no');
  useEffect(() => {
    if (navigated === 'no') return;
    // On the way back the browser restores the place by itself.
    if (navigated === 'forward') scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, []);
  return (
    <div className={isFirst ? undefined : 'arrive'}>
      <route.screen />
    </div>
  );
}
