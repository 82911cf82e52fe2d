import { type Browser, chromium, type Page } from '@playwright/test';
import { demoAccounts } from '#server/demo/content.ts';
import { STORAGE_KEY_TOKEN, STORAGE_KEY_USER } from '#shared/constants.ts';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts';
import { bundledFonts } from './fonts.ts';
import { signIn } from './sign-in.ts';

export type Visitor = 'visitor' | 'user' | 'admin';
export type Look = {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  scale?: number;
  hasTouch?: boolean;
};

/** Opens a browser whose text looks as on most phones and computers. */
export const openBrowser = () =>
  chromium.launch({
    executablePath: ensureChromium().CHROMIUM,
    args: CHROMIUM_ARGS,
    env: { ...process.env, ...bundledFonts('narrow') },
  });

/** Opens a page in a new context, signed in with a demo account unless it is for a visitor. */
export async function openPage(
  browser: Browser,
  url: string,
  visitor: Visitor,
  {
    width,
    height,
    scheme,
    scale = 1,
    hasTouch = false,
    serviceWorkers = 'block',
  }: Look & { serviceWorkers?: 'allow' | 'block' },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    hasTouch,
    reducedMotion: 'reduce',
    serviceWorkers,
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const account = demoAccounts.find(({ user_type }) => user_type === visitor);
  if (account) {
    const { token, user } = await signIn(url, account);
    await page.addInitScript(
      (entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      },
      { [STORAGE_KEY_TOKEN]: token, [STORAGE_KEY_USER]: JSON.stringify(user) },
    );
  }
  return page;
}
