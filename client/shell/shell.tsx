import { lazyPart, useLazyPopup } from '#client/hooks/lazy-part.ts';
import { SUBNAVIGATION_ID } from '#client/page/subnavigation.ts';
import { Notices } from '#client/pwa/notices.tsx';
import { findRoute } from '#client/routes.tsx';
import { Toaster } from '#client/toasts/toaster.tsx';
import { AccessGate } from './access-gate.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { shellMessages } from './messages.ts';
import { usePath } from './navigate.ts';
import { ScreenView } from './screen-view.tsx';

const debugConsole = lazyPart(() => import('./debug-console.tsx'));

/** Renders the frame around every screen. */
export function Shell() {
  const debug = useLazyPopup(debugConsole);
  const { route, params } = findRoute(usePath());
  // A different parameter value is a different screen.
  const key = [route.path, ...Object.values(params)].join(' ');

  return (
    <>
      <a href="#main" className="skip-link">
        {shellMessages.skipToContent}
      </a>
      <Header onDebug={debug.open} />
      <Notices />
      <div id={SUBNAVIGATION_ID} />
      <main id="main" tabIndex={-1} className="main">
        <ErrorBoundary key={key}>
          <AccessGate route={route}>
            <ScreenView route={route} params={params} />
          </AccessGate>
        </ErrorBoundary>
      </main>
      {route.prerender === 'static' && <Footer />}
      <BottomNavigation />
      <Toaster />
      {debug.Popup && <debug.Popup open={debug.isOpen} onClose={debug.close} />}
    </>
  );
}
