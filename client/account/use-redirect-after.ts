import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** Goes on by itself; whoever leaves earlier is not followed. */
export function useRedirectAfter(delayMs: number, to: string) {
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, to]);
}
