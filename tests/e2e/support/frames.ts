import type { Locator } from '@playwright/test';

/** Presses a button in a part of the page and counts the frames in which the part is still rendered. */
export const framesUntilGone = (part: Locator, button: string) =>
  part.evaluate(async (element, label) => {
    const isRendered = () => element.isConnected && getComputedStyle(element).display !== 'none';
    element.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
    let frames = 0;
    for (; isRendered(); frames++) await new Promise((done) => requestAnimationFrame(done));
    return frames;
  }, button);

/** Returns the preferences about motion to test. Playwright does not emulate them in Firefox. */
export const motionsIn = (browserName: string) =>
  browserName === 'firefox' ? (['no-preference'] as const) : (['no-preference', 'reduce'] as const);
