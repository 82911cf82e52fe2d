import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { aptAccess, installWithApt } from './apt.ts';

/** Arguments for Chromium: no network requests of its own, and two fake cameras. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-device-for-media-stream=device-count=2',
  '--use-fake-ui-for-media-stream',
];

// The headless shell starts and renders in two thirds of the time, but cannot tell whether an app is installable: one
// test needs the full browser.
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const FULL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const PACKAGES = ['chromium', 'chromium-headless-shell'];

/**
 * Finds or installs Chromium. Returns the environment variables for playwright.config.ts, none if Playwright uses its
 * own browser. If there is no browser and it cannot be installed, ends the process with one line that says what to do.
 */
export function ensureChromium(): { CHROMIUM?: string; CHROMIUM_WITH_WINDOW?: string } {
  const { CHROMIUM, CHROMIUM_WITH_WINDOW = CHROMIUM } = process.env;
  if (CHROMIUM) return { CHROMIUM, CHROMIUM_WITH_WINDOW };
  const full = findChromium();
  if (full)
    return {
      CHROMIUM: existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : full,
      CHROMIUM_WITH_WINDOW: full,
    };
  if (findChromiumOfPlaywright()) return {};
  const access = aptAccess();
  if (installWithApt(...PACKAGES) && findChromium()) return ensureChromium();
  if (access !== 'refused' && installWithPlaywright()) return {};
  console.error(adviceToInstall(access));
  process.exit(1);
}

/** Finds Chromium, without installing one. */
export function findChromium() {
  return FULL_BROWSERS.find(existsSync);
}

/** Finds the browser that `npx playwright install chromium` has installed. */
export function findChromiumOfPlaywright(): string | undefined {
  try {
    // Not imported, because a server is installed without Playwright.
    const path = createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Returns one line that says how to get a browser if it could not be installed. */
export function adviceToInstall(access: ReturnType<typeof aptAccess>) {
  return access === 'refused'
    ? `Browser tests need Chromium, which this user may not install. Run: sudo apt-get install ${PACKAGES.join(' ')} (or, without sudo: npx playwright install chromium)`
    : 'Browser tests need Chromium, which could not be installed. Install it, or run this to see why: npx playwright install chromium';
}

function installWithPlaywright() {
  console.log("Installing Playwright's Chromium …");
  const program = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const args = [program, 'install', 'chromium'];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}
