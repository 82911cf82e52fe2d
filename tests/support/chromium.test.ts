import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceToInstall } from './chromium.ts';

test('without permission to install packages, one line names the packages that the browser needs', () => {
  assert.match(
    adviceToInstall('refused'),
    /^.*may not install\. Run: sudo apt-get install chromium chromium-headless-shell .*$/,
  );
});

test('if apt is missing or fails, one line says how to find out why there is no browser', () => {
  for (const access of ['absent', 'granted'] as const)
    assert.match(
      adviceToInstall(access),
      /^.*could not be installed\..* npx playwright install.*$/,
    );
});
