import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AppLink } from '#client/components/app-link.tsx';
import { SUBNAVIGATION_ID } from '#client/page/subnavigation.ts';
import { type AdminView, adminViews } from './admin-views.ts';

/** Shows the links between the admin screens, above the main part. */
export function AdminNavigation({ current }: { current: AdminView }) {
  // Known after the first render: until then the frame may not be in the document.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(SUBNAVIGATION_ID)), []);
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = place && links.current?.querySelector(`[href$="${adminViews[current].address}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place, current]);
  return (
    place &&
    createPortal(
      <nav aria-label="Admin" className="admin-navigation">
        <div ref={links} className="page">
          {Object.entries(adminViews).map(([view, { label, address }]) => (
            <AppLink
              key={view}
              to={address}
              className="nav-link"
              aria-current={view === current ? 'page' : undefined}
            >
              {label}
            </AppLink>
          ))}
        </div>
      </nav>,
      place,
    )
  );
}
