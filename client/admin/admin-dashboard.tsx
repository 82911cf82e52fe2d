import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { withQueries } from '#client/api-client/query.tsx';
import { focusHeading } from '#client/page/focus-heading.ts';
import { usePageTitle } from '#client/page/page-title.ts';
import { Loading } from '#client/shell/loading.tsx';
import { lazyScreen } from '#client/shell/route.ts';
import { useReadyScreen } from '#client/shell/use-ready-screen.ts';
import { AdminNavigation } from './admin-navigation.tsx';
import { type AdminView, adminViews, viewOf } from './admin-views.ts';
import { Dashboard } from './dashboard.tsx';
import './admin.css';

const screens = {
  dashboard: Object.assign(Dashboard, { load: async () => {}, isLoaded: () => true }),
  people: lazyScreen(() => import('./people.tsx')),
  emails: lazyScreen(() => import('./failed-emails.tsx')),
  audit: lazyScreen(() => import('./audit-log.tsx')),
};

export default withQueries(AdminScreens);

/** Shows the dashboard, or with ?view= one of the other admin screens. */
function AdminScreens() {
  const requested = viewOf(useSearch());
  const { target: view, isLoading } = useReadyScreen(requested, screens[requested]);
  const [firstView] = useState(view);
  const hasChanged = useRef(false);
  hasChanged.current ||= view !== firstView;
  return (
    <>
      <AdminNavigation current={view} />
      {isLoading ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <View key={view} view={view} hasChanged={hasChanged} />
        </Suspense>
      )}
    </>
  );
}

/** Sets title, scroll position and focus once the view is loaded, as the frame does when the path changes. */
function View({ view, hasChanged }: { view: AdminView; hasChanged: RefObject<boolean> }) {
  const Screen = screens[view];
  usePageTitle(adminViews[view].title);
  useEffect(() => {
    if (!hasChanged.current) return;
    scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, [hasChanged]);
  return <Screen />;
}
