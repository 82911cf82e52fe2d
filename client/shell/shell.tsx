import { lazy, Suspense, useState } from 'react';
import { commonToasts } from '#client/components/messages.ts';
import { SUBNAVIGATION_ID } from '#client/page/subnavigation.ts';
import { Notices } from '#client/pwa/notices.tsx';
import { findRoute } from '#client/routes.tsx';
import { toast } from '#client/toasts/toast.ts';
import { Toaster } from '#client/toasts/toaster.tsx';
import { AccessGate } from './access-gate.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { shellMessages } from './messages.ts';
import { usePath } from './navigate.ts';
import { ScreenView } from './screen-view.tsx';

const loadDebugConsole = () => import('./debug-console.tsx');
const DebugConsole = lazy(loadDebugConsole);

/** Renders the frame around every screen. */
export function Shell() {
  const [debugging, setDebugging] = useState(false);
  const { route, params } = findRoute(usePath());
  // A different parameter value is a different screen.
  const key = [route.path, ...Object.values(params)].join(' ');

  function openDebugConsole() {
    loadDebugConsole().then(
      () => setDebugging(true),
      () => toast(commonToasts.codeMissing),
    );
  }

  return (
    <>
      <a href="#main" className="skip-link">
        {shellMessages.skipToContent}
      </a>
      <Header onDebug={openDebugConsole} />
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
      {debugging && (
        <Suspense>
          <DebugConsole onClose={() => setDebugging(false)} />
        </Suspense>
      )}
    </>
  );
}
