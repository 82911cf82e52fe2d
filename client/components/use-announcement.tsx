import { type ReactNode, useCallback, useState } from 'react';

/** Says what has happened to those who cannot see it. The region stands before anything is said. */
export function useAnnouncement(): [region: ReactNode, announce: (sentence: string) => void] {
  const [said, setSaid] = useState({ sentence: '', count: 0 });
  const announce = useCallback(
    (sentence: string) => setSaid(({ count }) => ({ sentence, count: count + 1 })),
    [],
  );
  return [
    <p key="announcement" role="status" aria-live="polite" className="sr-only">
      {/* A new element each time, so that the same sentence is said again. */}
      <span key={said.count}>{said.sentence}</span>
    </p>,
    announce,
  ];
}
