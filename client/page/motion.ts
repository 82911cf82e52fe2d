import { LEAVING_MS } from '#client/constants.ts';

/** Returns how long something takes to disappear: no time for users who want no motion, or outside a browser. */
export function leavingMs(): number {
  const hasMotion = globalThis.matchMedia?.('(prefers-reduced-motion: no-preference)').matches;
  return hasMotion ? LEAVING_MS : 0;
}
