import { LEAVING_MS } from '#client/constants.ts';

/** Returns how long a closing animation takes: 0 for users who prefer reduced motion, and outside a browser. */
export function leavingMs(): number {
  const hasMotion = globalThis.matchMedia?.('(prefers-reduced-motion: no-preference)').matches;
  return hasMotion ? LEAVING_MS : 0;
}
