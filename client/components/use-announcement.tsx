import { type ReactNode, useCallback, useState } from 'react';

/** Announces messages to screen readers. Render the region from the start: a late one may not be read. */
export function useAnnouncement(): [region: ReactNode, announce: (message: string) => void] {
  const [announced, setAnnounced] = useState({ message: '', count: 0 });
  const announce = useCallback(
    (message: string) => setAnnounced(({ count }) => ({ message, count: count + 1 })),
    [],
  );
  return [
    <p key="announcement" role="status" aria-live="polite" className="sr-only">
      {/* A new element each time, so that a repeated message is read again. */}
      <span key={announced.count}>{announced.message}</span>
    </p>,
    announce,
  ];
}
