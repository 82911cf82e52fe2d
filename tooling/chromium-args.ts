import { type Browser, chromium } from '@playwright/test';

/** Quiet on a machine without a network, with a camera that is none. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** With everything around the page: only this one knows whether an app can be installed. */
export async function openWholeBrowser(work: (browser: Browser) => Promise<void>) {
  const executablePath = process.env.CHROMIUM_WITH_WINDOW;
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
  });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}
