import { PULL_DAMPING, PULL_MAX_PX } from '#client/constants.ts';

/**
 * Calls `move` while a finger pulls down a page that is scrolled to its top, with the distance the
 * page should follow, and `release` when the finger lets go. Ignores touches until the promise of
 * `release` settles. Returns a function that stops listening.
 */
export function listenForPull(
  surface: HTMLElement,
  { move, release }: { move: (px: number) => void; release: (px: number) => Promise<void> },
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let startY = 0;
  let distancePx = 0;
  let state: 'idle' | 'pulling' | 'releasing' = 'idle';

  function start({ touches, target }: TouchEvent) {
    const [finger] = touches;
    if (state !== 'idle' || !finger || touches.length > 1 || !isAtTop()) return;
    if (isInPane(target)) return;
    state = 'pulling';
    startY = finger.clientY;
    distancePx = 0;
    // Added only now: a listener that may prevent scrolling delays all scrolling.
    surface.addEventListener('touchmove', drag, { passive: false, signal });
  }

  function drag(event: TouchEvent) {
    const dragged = (event.touches[0]?.clientY ?? startY) - startY;
    if (!isAtTop() || (dragged < 0 && distancePx === 0)) return end();
    distancePx = Math.min(PULL_MAX_PX, Math.max(0, dragged) * PULL_DAMPING);
    if (event.cancelable) event.preventDefault();
    move(distancePx);
  }

  async function end() {
    if (state !== 'pulling') return;
    surface.removeEventListener('touchmove', drag);
    state = 'releasing';
    if (distancePx > 0) await release(distancePx);
    state = 'idle';
  }

  surface.addEventListener('touchstart', start, { passive: true, signal });
  surface.addEventListener('touchend', end, { signal });
  surface.addEventListener('touchcancel', end, { signal });
  return () => ended.abort();
}

const isAtTop = () => window.scrollY <= 0;

/** A pane scrolls separately and may cover the page. */
const isInPane = (target: EventTarget | null) =>
  Boolean((target as Element | null)?.closest?.('.pane'));
