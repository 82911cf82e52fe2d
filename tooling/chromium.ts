import { existsSync } from 'node:fs';
import { installWithApt, succeeds } from './apt.ts';

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

/**
 * Finds or installs Chromium. Returns the environment variables for playwright.config.ts, none if Playwright uses its
 * own browser.
 */
export function ensureChromium(): { CHROMIUM?: string; CHROMIUM_WITH_WINDOW?: string } {
  const full = findChromium() ?? installFromDebian();
  if (!full) return installWithPlaywright();
  return {
    CHROMIUM: existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : full,
    CHROMIUM_WITH_WINDOW: full,
  };
}

/** Finds Chromium, without installing one. */
export function findChromium() {
  return FULL_BROWSERS.find(existsSync);
}

function installFromDebian() {
  return installWithApt('chromium', 'chromium-headless-shell') ? findChromium() : undefined;
}

function installWithPlaywright() {
  console.log("Installing Playwright's Chromium …");
  if (!succeeds(['npx', 'playwright', 'install', 'chromium']))
    throw new Error(
      'No Chromium was found and none could be installed. Install one and run this again.',
    );
  return {};
}
