import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ignoreSecondClicks } from './page/ignore-second-clicks.ts';
import { findRoute } from './routes.tsx';
import { registerSessionData, restoreSession } from './session/session.ts';
import { firstScreenShown } from './shell/first-screen.ts';
import { refuseDrops } from './shell/refuse-drops.ts';
import { deleteCachedData, deleteLocalData } from './storage/delete-local-data.ts';

/** Renders the app, or hydrates a page that already shows the same. Resolves when it is mounted. */
export async function mount({ hydrates }: { hydrates: boolean }): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  registerSessionData({
    clearCache: () => void deleteCachedData(),
    clearUnsaved: (userId) => void deleteLocalData(userId),
  });
  restoreSession();
  refuseDrops();
  ignoreSecondClicks();
  // With its code loaded the screen hydrates without suspending.
  await findRoute(location.pathname)
    .route.screen.load()
    .catch((error) => {
      // A static page stays usable, because the browser follows its links. On other pages the error boundary shows.
      if (root.dataset.prerender === 'static') throw error;
    });
  startTransition(() => {
    if (hydrates) hydrateRoot(root, <App />);
    else createRoot(root).render(<App />);
  });
  // Later than the root, because React hydrates the screen in a separate step.
  await firstScreenShown;
}

/** Loads the native app's event handlers. Imported here so that they share the app's chunks. */
export async function loadDeviceEvents() {
  const { deviceEvents } = await import('./shell/device-events.ts');
  return deviceEvents;
}
