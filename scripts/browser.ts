import { existsSync } from 'node:fs';
import { installWithApt, succeeds } from './apt.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** One that is there, else Debian's through apt where it may, else Playwright's own (undefined: it knows where). */
export function bringChromium(): string | undefined {
  return PLACES.find(existsSync) ?? installFromDebian() ?? installWithPlaywright();
}

function installFromDebian() {
  return installWithApt('chromium') ? PLACES.find(existsSync) : undefined;
}

function installWithPlaywright() {
  console.log("Installing Playwright's Chromium …");
  if (!succeeds(['npx', 'playwright', 'install', 'chromium']))
    throw new Error(
      'No Chromium is here and none could be installed. Install one, then run npm test again.',
    );
  return undefined;
}
