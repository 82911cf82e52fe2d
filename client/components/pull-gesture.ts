import { PULL_DAMPING, PULL_MAX_PX } from '#client/constants.ts';

/**
 * A finger that drags a page down although it is scrolled to its top. Tells how far the page should
 * follow; nothing new begins before `release` is done. Returns what ends the listening.
 */
export function listenForPull(
  surface: HTMLElement,
  { move, release }: { move: (px: number) => void; release: (px: number) => Promise<void> },
): () => void {
  let startY = 0;
  let distancePx = 0;
  let state: 'idle' | 'touched' | 'busy' = 'idle';

  function touch({ touches }: TouchEvent) {
    const [finger] = touches;
    if (state !== 'idle' || !finger || touches.length > 1 || !isAtTop()) return;
    state = 'touched';
    startY = finger.clientY;
    distancePx = 0;
    // Only from here on: a listener that may forbid scrolling makes all scrolling wait for it.
    surface.addEventListener('touchmove', drag, { passive: false });
  }

  function drag(event: TouchEvent) {
    const dragged = (event.touches[0]?.clientY ?? startY) - startY;
    if (!isAtTop() || (dragged < 0 && distancePx === 0)) return letGo();
    distancePx = Math.min(PULL_MAX_PX, Math.max(0, dragged) * PULL_DAMPING);
    if (event.cancelable) event.preventDefault();
    move(distancePx);
  }

  async function letGo() {
    if (state !== 'touched') return;
    surface.removeEventListener('touchmove', drag);
    state = 'busy';
    if (distancePx > 0) await release(distancePx);
    state = 'idle';
  }

  surface.addEventListener('touchstart', touch, { passive: true });
  surface.addEventListener('touchend', letGo);
  surface.addEventListener('touchcancel', letGo);
  return () => {
    surface.removeEventListener('touchstart', touch);
    surface.removeEventListener('touchmove', drag);
    surface.removeEventListener('touchend', letGo);
    surface.removeEventListener('touchcancel', letGo);
  };
}

const isAtTop = () => window.scrollY <= 0;
