import { existsSync } from 'node:fs';
import { findChromium } from '#tooling/chromium.ts';
import { type Check, note, ok, problem } from './check.ts';

/** Looks for the browser of the tests. A server needs none. */
export const checkBrowser: Check = async (_config, { production }) => {
  const path = process.env.CHROMIUM || findChromium() || (await ofPlaywright());
  if (path && existsSync(path)) return [ok(`browser tests run in ${path}`)];
  const text = path
    ? `CHROMIUM is ${path}, which does not exist: correct it`
    : 'browser tests find no Chromium: npm run test:browser installs one';
  return [(production ? note : problem)(text)];
};

/** Returns where Playwright installs its browser, or undefined if Playwright is not installed. */
async function ofPlaywright() {
  try {
    const path = (await import('@playwright/test')).chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
