import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { routeFor } from './routes.tsx';
import { registerSessionData, restoreSession } from './session/session.ts';
import { deleteCachedData, deleteLocalData } from './storage/delete-local-data.ts';

/** Renders the app. Resolves when it is mounted. */
export async function mount(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  registerSessionData({
    clearCache: () => void deleteCachedData(),
    clearUnsaved: (userId) => void deleteLocalData(userId),
  });
  restoreSession();
  // With its code loaded the screen hydrates without suspending. Otherwise the error boundary shows.
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

/** Loads the event handlers of the native app. From here, so that they share the app's chunks. */
export async function loadDeviceEvents() {
  const { deviceEvents } = await import('./shell/device-events.ts');
  return deviceEvents;
}

function Mounted({ onMount }: { onMount: () => void }) {
  useEffect(onMount, [onMount]);
  return <App />;
}
