import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { TOAST_DURATION_MS } from '#shared/constants.ts';

/**
 * Announces what has happened in an unobtrusive line at the bottom of the screen, for as long as a toast and never
 * above a dialog. Render the region from the start: screen readers may ignore a late one.
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
