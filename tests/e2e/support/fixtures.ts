import {
  type APIRequestContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { User } from '#shared/auth.ts';
import { STORAGE_KEY_TOKEN, STORAGE_KEY_USER } from '#shared/constants.ts';
import { emailTo } from '#tests/support/mailbox.ts';
import { TEST_PEOPLE_PATH, type TestPerson } from '#tests/support/test-people.ts';
import { recordBodies } from './request-bodies.ts';
import { recordToasts } from './toast-record.ts';

export { expect };

/** Extends Playwright's test with accounts, a mailbox and recorded toasts. */
export const test = base.extend<{
  mailbox: {
    emailTo(email: string, subject?: RegExp): Promise<{ subject: string; link: string }>;
  };
  /** A confirmed account with a session that no page uses yet. */
  person: TestPerson;
  /** A page that is signed in as `person`. */
  signedIn: Page;
  /** An admin account with a session that no page uses yet. */
  admin: TestPerson;
  /** A page in which no script runs. Skips the test in Firefox. */
  pageWithoutScript: Page;
  /** Skips layout tests where the test fonts cannot be used. */
  layoutFonts: undefined;
}>({
  layoutFonts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from its pattern
    async ({}, use, testInfo) => {
      const hasFonts = process.platform === 'linux' || !testInfo.tags.includes('@layout');
      testInfo.skip(!hasFonts, 'Only on Linux, tests can choose the fonts of a browser');
      await use(undefined);
    },
    { auto: true },
  ],
  context: async ({ context, browserName, serviceWorkers }, use) => {
    // Removes the API, because Playwright's own way to block workers logs a warning.
    if (serviceWorkers === 'block')
      await context.addInitScript(() =>
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
      );
    await context.addInitScript(recordToasts);
    if (browserName === 'firefox') await context.addInitScript(recordBodies);
    await use(context);
  },
  page: async ({ page, browserName }, use) => {
    if (browserName === 'firefox') replaceInput(page);
    await use(page);
  },
  mailbox: async ({ baseURL }, use) => {
    await use({ emailTo: (email, subject) => emailTo(baseURL ?? '', email, subject) });
  },
  person: async ({ request }, use) => {
    await use(await createPerson(request));
  },
  signedIn: async ({ page, person }, use) => {
    await signInWithoutScreens(page, person);
    await use(page);
  },
  admin: async ({ request }, use) => {
    await use(await createPerson(request, 'admin'));
  },
  pageWithoutScript: async ({ browser, browserName, baseURL }, use, testInfo) => {
    testInfo.skip(browserName === 'firefox', 'Playwright does not turn scripts off in Firefox');
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    await use(await context.newPage());
    await context.close();
  },
});

/** Creates a confirmed account directly, without screens and emails. */
export function createPerson(
  request: APIRequestContext,
  user_type: User['user_type'] = 'user',
): Promise<TestPerson> {
  return post(request, TEST_PEOPLE_PATH, { user_type });
}

/** Stores a session in the browser before the page loads, as if the user had signed in earlier. */
export async function signInWithoutScreens(page: Page, { token, user }: TestPerson) {
  await page.addInitScript(
    ({ entries, done }) => {
      // Firefox also runs this on the initial blank page, which has no storage.
      if (origin === 'null' || sessionStorage.getItem(done)) return;
      for (const [key, value] of entries) localStorage.setItem(key as string, value as string);
      sessionStorage.setItem(done, 'yes');
    },
    {
      done: 'e2e-signed-in',
      entries: [
        [STORAGE_KEY_TOKEN, token],
        [STORAGE_KEY_USER, JSON.stringify(user)],
      ],
    },
  );
}

export async function post(request: APIRequestContext, path: string, data: object) {
  const response = await request.post(path, { data });
  expect(response.ok(), `${path} returned ${response.status()}`).toBe(true);
  return response.json();
}

/** Inserts text at the cursor like a paste, so that the field truncates it at its maximum length. */
export async function insertText(field: Locator, text: string) {
  await expect(field).toBeEditable();
  await field.focus();
  await field.evaluate((_, value) => document.execCommand('insertText', false, value), text);
}

/**
 * Replaces Playwright functions that fail in Firefox: `fill`, whose input React does not receive, and `tap`, which does
 * nothing. A mouse click has the same effect in this app.
 */
function replaceInput(page: Page) {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator;
  locators.fill = async function (this: Locator, text) {
    await this.selectText();
    if (text) await insertText(this, text);
    else await this.press('Delete');
  };
  locators.tap = locators.click;
}
