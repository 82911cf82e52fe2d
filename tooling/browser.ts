import { existsSync } from 'node:fs';
import { installWithApt, succeeds } from './apt.ts';

// Chromium without its window starts and draws in two thirds of the time, but cannot tell whether an app can be
// installed; that one test needs the whole browser.
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** What the browser tests run on. An empty answer means Playwright's own, which it finds by itself. */
export function bringChromium(): { CHROMIUM?: string; CHROMIUM_WITH_WINDOW?: string } {
  const whole = PLACES.find(existsSync) ?? installFromDebian();
  if (!whole) return installWithPlaywright();
  return { CHROMIUM: existsSync(SHELL) ? SHELL : whole, CHROMIUM_WITH_WINDOW: whole };
}

function installFromDebian() {
  return installWithApt('chromium', 'chromium-headless-shell')
    ? PLACES.find(existsSync)
    : undefined;
}

function installWithPlaywright() {
  console.log("Installing Playwright's Chromium …");
  if (!succeeds(['npx', 'playwright', 'install', 'chromium']))
    throw new Error(
      'No Chromium is here and none could be installed. Install one, then run npm test again.',
    );
  return {};
}
