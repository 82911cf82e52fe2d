import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { routeFor } from './routes.tsx';
import { restoreSession } from './session/session.ts';

/** Resolves when the app stands on the page. */
export async function mount(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  restoreSession();
  // With its code at hand the screen hydrates in one go. Without, the error boundary says so.
  await routeFor(location.pathname)
    .screen.load()
    .catch(() => {});
  await new Promise<void>((resolve) =>
    startTransition(() => {
      const app = <Mounted onMount={resolve} />;
      // The development server sends pages that are not prerendered.
      if (root.firstElementChild) hydrateRoot(root, app);
      else createRoot(root).render(app);
    }),
  );
}

function Mounted({ onMount }: { onMount: () => void }) {
  useEffect(onMount, [onMount]);
  return <App />;
}
