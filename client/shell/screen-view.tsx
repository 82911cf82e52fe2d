import { Suspense, useEffect, useState } from 'react';
import { focusHeading } from '#client/page/focus-heading.ts';
import { usePageTitle } from '#client/page/page-title.ts';
import { reportScreenShown } from './first-screen.ts';
import { Loading } from './loading.tsx';
import type { Route } from './route.ts';
import { useScreenState } from './shown-address.tsx';

type Shown = { route: Route; params: Record<string, string> };

export function ScreenView(shown: Shown) {
  const isLoading = useScreenState() === 'loading';
  if (isLoading) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <NewScreen {...shown} />
    </Suspense>
  );
}

let navigated: 'no' | 'forward' | 'back' = 'no';
if (typeof window !== 'undefined') {
  let path = location.pathname;
  // The router dispatches these two events for its own navigation. The browser dispatches popstate for back, forward
  // and links within the page.
  for (const step of ['pushState', 'replaceState', 'popstate']) {
    addEventListener(step, () => {
      if (location.pathname === path) return;
      path = location.pathname;
      navigated = step === 'popstate' ? 'back' : 'forward';
    });
  }
}

/** Sets title, scroll position and focus as a page load would. */
function NewScreen({ route, params }: Shown) {
  // No animation on the first page, which the prerendered HTML shows already.
  const [isFirst] = useState(navigated === 'no');
  useEffect(reportScreenShown, []);
  useEffect(() => {
    if (navigated === 'no') return;
    // On the way back the browser restores the scroll position by itself.
    if (navigated === 'forward') scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, []);
  return (
    <div className={isFirst ? undefined : 'screen-enter'}>
      <RouteTitle title={route.title} />
      {/* The route's type ensures that its screen takes these parameters. */}
      <route.screen params={params as never} />
    </div>
  );
}

/** Sets the title of a path. Rendered before the screen, so that the screen can replace the title. */
function RouteTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}
