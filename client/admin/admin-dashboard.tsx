import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { withQueries } from '#client/api-client/query.tsx';
import { focusHeading } from '#client/components/focus-heading.ts';
import { pageTitle } from '#client/components/page-title.ts';
import { Loading } from '#client/shell/loading.tsx';
import { lazyScreen } from '#client/shell/route.ts';
import { AdminNavigation } from './admin-navigation.tsx';
import { type AdminView, adminViews, viewOf } from './admin-views.ts';
import { Dashboard } from './dashboard.tsx';
import './admin.css';

const screens = {
  dashboard: Dashboard,
  people: lazyScreen(() => import('./people.tsx')),
  emails: lazyScreen(() => import('./failed-emails.tsx')),
  audit: lazyScreen(() => import('./audit-log.tsx')),
};

export default withQueries(AdminScreens);

/** Shows the dashboard, or with ?view= one of the other admin screens. */
function AdminScreens() {
  const view = viewOf(useSearch());
  const [firstView] = useState(view);
  const hasChanged = useRef(false);
  hasChanged.current ||= view !== firstView;
  return (
    <>
      <AdminNavigation current={view} />
      <Suspense fallback={<Loading />}>
        <View key={view} view={view} hasChanged={hasChanged} />
      </Suspense>
    </>
  );
}

/** Sets title, scroll position and focus once the view is loaded, as the frame does for another path. */
function View({ view, hasChanged }: { view: AdminView; hasChanged: RefObject<boolean> }) {
  const Screen = screens[view];
  useEffect(() => {
    // After the frame, which sets the title of the path.
    queueMicrotask(() => {
      document.title = pageTitle(adminViews[view].title);
    });
    if (!hasChanged.current) return;
    scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, [view, hasChanged]);
  return <Screen />;
}
