import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
  return PLACES.find(existsSync) ?? installWithApt() ?? installWithPlaywright();
}

function installWithApt() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => succeeds([...sudo, 'apt-get', ...args]);
  console.log('Installing Chromium with apt …');
  if (!apt('update', '-q') || !apt('install', '-y', '-q', '--no-install-recommends', 'chromium'))
    return undefined;
  return PLACES.find(existsSync);
}

function installWithPlaywright() {
  console.log("Installing Playwright's Chromium …");
  if (!succeeds(['npx', 'playwright', 'install', 'chromium']))
    throw new Error(
      'No Chromium is here and none could be installed. Install one, then run npm test again.',
    );
  return undefined;
}

function succeeds([program = '', ...args]: string[]) {
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    shell: process.platform === 'win32',
  });
  return status === 0;
}
