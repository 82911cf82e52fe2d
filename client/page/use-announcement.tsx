import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { TOAST_DURATION_MS } from '#shared/constants.ts';

/**
 * Says quietly what has happened: a line at the bottom of the screen, as long as a toast, that screen readers read. Never
 * above a dialog. Render the region from the start: a late one may not be read.
 */
export function useAnnouncement(): [region: ReactNode, announce: (message: string) => void] {
  const [announced, setAnnounced] = useState({ message: '', count: 0 });
  const [hidden, setHidden] = useState(0);
  const announce = useCallback(
    (message: string) => setAnnounced(({ count }) => ({ message, count: count + 1 })),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => setHidden(announced.count), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [announced]);
  return [
    <p
      key="announcement"
      role="status"
      aria-live="polite"
      className={announced.count > hidden ? 'announcement' : 'sr-only'}
    >
      {/* A new element each time, so that a repeated message is read again. */}
      <span key={announced.count}>{announced.message}</span>
    </p>,
    announce,
  ];
}
