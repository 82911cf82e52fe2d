import { Router } from 'wouter';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';

/** `prerenderedPath` is set when a page is made at build time and there is no address bar. */
export function App({ prerenderedPath }: { prerenderedPath?: string }) {
  return (
    <ErrorBoundary>
      <Router ssrPath={prerenderedPath}>
        <Shell />
      </Router>
    </ErrorBoundary>
  );
}
