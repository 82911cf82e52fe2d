import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '#client/components/error-boundary.tsx';
import { toast } from '#client/components/toast.ts';
import { Toaster } from '#client/components/toaster.tsx';
import { shellMessages, toasts } from '#client/messages.ts';
import { Notices } from '#client/pwa/notices.tsx';
import { routeFor } from '#client/routes.tsx';
import { AccessGate } from './access-gate.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { ScreenView } from './screen-view.tsx';

const loadDebugConsole = () => import('./debug-console.tsx');
const DebugConsole = lazy(loadDebugConsole);

/** The frame around every screen. */
export function Shell() {
  const [path] = useLocation();
  const [debugging, setDebugging] = useState(false);
  const route = routeFor(path);

  function openDebugConsole() {
    loadDebugConsole().then(
      () => setDebugging(true),
      () => toast(toasts.offline),
    );
  }

  return (
    <>
      <a href="#main" className="skip-link">
        {shellMessages.skipToContent}
      </a>
      <Header onDebug={openDebugConsole} />
      <Notices />
      <main id="main" tabIndex={-1} className="main">
        <ErrorBoundary key={route.path}>
          <AccessGate route={route}>
            <ScreenView route={route} />
          </AccessGate>
        </ErrorBoundary>
      </main>
      {route.prerender === 'page' && <Footer />}
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
