import { existsSync } from 'node:fs';
import { installWithApt } from '#tests/support/apt.ts';
import { isNativeShellInstalled } from '#tests/support/webkit.ts';
import { finish, suite } from './runner.ts';

// Runs the browser tests in Firefox and the main journey in WebKit, on the website and in the native app of iOS. Installs
// both browsers with apt where possible.
const FIREFOX = ['/usr/bin/firefox', '/usr/bin/firefox-esr'];

if (!FIREFOX.some(existsSync)) installWithApt('firefox-esr');
if (!isNativeShellInstalled())
  installWithApt('webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1');

const words = process.argv.slice(2);
await suite('Firefox', ['playwright', 'test', '--project=firefox', ...words], {
  FIREFOX: FIREFOX.find(existsSync),
});
if (words.length === 0)
  await suite('WebKit', [
    'node',
    '--test',
    '--test-force-exit',
    // One at a time, which is faster than two browsers at once.
    '--test-concurrency=1',
    'tests/e2e/webkit/*.test.ts',
  ]);
finish();
