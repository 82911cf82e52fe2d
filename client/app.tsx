import { Router } from 'wouter';
import { PrefetchContext } from './components/app-link.tsx';
import { prefetch } from './routes.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { ShownAddress } from './shell/shown-address.tsx';

/** Renders the app. `prerenderedPath` is set at build time, where there is no address bar. */
export function App({ prerenderedPath }: { prerenderedPath?: string }) {
  return (
    <ErrorBoundary>
      <Router ssrPath={prerenderedPath}>
        <PrefetchContext value={prefetch}>
          <ShownAddress>
            <Shell />
          </ShownAddress>
        </PrefetchContext>
      </Router>
    </ErrorBoundary>
  );
}
