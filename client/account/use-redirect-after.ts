import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** Navigates after a delay, unless the user leaves the screen before. */
export function useRedirectAfter(delayMs: number, to: string) {
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, to]);
}
