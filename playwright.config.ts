import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './tests/support/chromium.ts';
import { bundledFonts, FONT_FOLDER, type FontWidth } from './tests/support/fonts.ts';
import { freePort } from './tests/support/free-port.ts';

// Set once and inherited by the workers, which load this file again. The server creates the folder: other tools load
// this file, too, and would leave it behind.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA ??= join(tmpdir(), `kit-e2e-${randomUUID()}`);
const url = `http://localhost:${process.env.E2E_PORT}`;

/** Tests the built site on the real server, with an empty database of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: ['tests/e2e/**/*.spec.ts', 'features/**/*.spec.ts'],
  globalTeardown: './tests/e2e/support/teardown.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A failed test runs a second time, with a trace: tracing every test would take more than a quarter of the time. One
  // that then passes is listed as flaky at the end of the run.
  retries: 1,
  reporter: [['list'], ['html', { open: 'never' }]],
  // Generous, because tests are slow on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: url,
    // A service worker would respond instead of the server under test.
    serviceWorkers: 'block',
    // In test-results/ and in the report: `npx playwright show-report`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node tests/support/serve-site.ts',
    url: `${url}/api/ready`,
    env: {
      PORT: process.env.E2E_PORT,
      PUBLIC_URL: url,
      DATA_DIR: process.env.E2E_DATA,
    },
  },
  projects: [
    { name: 'chromium', use: chromium('narrow') },
    // Text that needs more space must not break a layout.
    { name: 'chromium, wide font', grep: /@layout/, use: chromium('wide') },
    ...(process.env.FIREFOX ? [firefox()] : []),
  ],
});

function chromium(fonts: FontWidth) {
  return {
    browserName: 'chromium' as const,
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: CHROMIUM_ARGS,
      env: envWith(fonts),
    },
  };
}

/** For `npm run test:browsers`. Without tests that use Chromium's own protocol or do not depend on the browser. */
function firefox() {
  return {
    name: 'firefox',
    testIgnore: [/native\//, /installable/, /budget/, /dev\.spec/, /draft-tabs/, /crashes/],
    use: {
      browserName: 'firefox' as const,
      channel: 'moz-firefox',
      launchOptions: {
        executablePath: process.env.FIREFOX,
        env: envWith('narrow'),
        firefoxUserPrefs: {
          'media.navigator.streams.fake': true,
          'media.navigator.permission.disabled': true,
          // A mouse, which a machine without a screen lacks: fine (2), and it can hover (4).
          'ui.primaryPointerCapabilities': 6,
          'ui.allPointerCapabilities': 6,
          // Its sandbox keeps pages from reading fonts in other folders than those of the system.
          'security.sandbox.content.read_path_whitelist': FONT_FOLDER,
        },
      },
    },
  };
}

/** Returns the environment of a browser with the fonts of the tests. */
function envWith(fonts: FontWidth) {
  return { ...(process.env as Record<string, string>), ...bundledFonts(fonts) };
}
