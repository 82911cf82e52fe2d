import { existsSync } from 'node:fs';
import { installWithApt } from './apt.ts';
import { finish, suite } from './suites.ts';

// The browser tests in Firefox, and the main journey in WebKit. Both browsers come from Debian where they may.
const FIREFOX = ['/usr/bin/firefox', '/usr/bin/firefox-esr'];

if (!FIREFOX.some(existsSync)) installWithApt('firefox-esr');
if (!existsSync('/usr/bin/WebKitWebDriver')) installWithApt('webkit2gtk-driver', 'xvfb');

const words = process.argv.slice(2);
await suite('Firefox', ['playwright', 'test', '--project=firefox', ...words], {
  FIREFOX: FIREFOX.find(existsSync),
});
if (words.length === 0)
  await suite('WebKit', ['node', '--test', '--test-force-exit', 'e2e/webkit/*.test.ts']);
finish();
