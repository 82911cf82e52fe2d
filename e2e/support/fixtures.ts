import { randomBytes } from 'node:crypto';
import {
  type APIRequestContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { demoAccounts } from '#server/demo/content.ts';
import type { User } from '#shared/auth.ts';
import { STORAGE_KEY_TOKEN, STORAGE_KEY_USER } from '#shared/constants.ts';
import { recordToasts } from './site.ts';

export { expect };

export const PASSWORD = 'correct horse';

export type Person = { email: string; password: string; token: string; user: User };

/** What a test stands on: accounts made through the real API, letters read in the real mailbox. */
export const test = base.extend<{
  mailbox: {
    letterTo(email: string, subject?: RegExp): Promise<{ subject: string; link: string }>;
  };
  /** A confirmed account, signed in nowhere. */
  person: Person;
  /** The page of someone who is signed in. */
  signedIn: Page;
  /** The demo's admin: nobody becomes one through the API. */
  admin: Person;
}>({
  context: async ({ context, serviceWorkers }, use) => {
    // As in a browser that has no workers: Playwright's own way to block them leaves a warning in the console.
    if (serviceWorkers === 'block')
      await context.addInitScript(() =>
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
      );
    await context.addInitScript(recordToasts);
    await use(context);
  },
  page: async ({ page, browserName }, use) => {
    if (browserName === 'firefox') insertInsteadOfFilling(page);
    await use(page);
  },
  mailbox: async ({ request }, use) => {
    await use({ letterTo: (email, subject = /./) => letterTo(request, email, subject) });
  },
  person: async ({ request }, use) => {
    await use(await createPerson(request));
  },
  signedIn: async ({ page, person }, use) => {
    await signInWithoutScreens(page, person);
    await use(page);
  },
  admin: async ({ request }, use) => {
    const account = demoAccounts.find(({ user_type }) => user_type === 'admin');
    if (!account) throw new Error('The demo has no admin');
    const { email, password } = account;
    const { token, user } = await post(request, '/api/auth/login', { email, password });
    await use({ email, password, token, user });
  },
});

export const newEmail = () => `person-${randomBytes(6).toString('hex')}@example.com`;

export async function createPerson(request: APIRequestContext): Promise<Person> {
  const email = newEmail();
  const names = { first_name: 'Ada', last_name: 'Byron' };
  await post(request, '/api/auth/register', { email, password: PASSWORD, ...names });
  const { link } = await letterTo(request, email, /confirm/i);
  const access_token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  await post(request, '/api/auth/confirm', { access_token, type: 'signup' });
  const { token, user } = await post(request, '/api/auth/login', { email, password: PASSWORD });
  return { email, password: PASSWORD, token, user };
}

/** As if they had signed in on this browser before. */
export async function signInWithoutScreens(page: Page, { token, user }: Person) {
  await page.addInitScript(
    ({ entries, done }) => {
      // Firefox also runs this on the blank page before, which has no storage.
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

async function letterTo(request: APIRequestContext, email: string, subject: RegExp) {
  type Letter = { recipient: string; subject: string; text: string };
  let found: Letter | undefined;
  await expect
    .poll(async () => {
      const answer = await request.get('/dev/mailbox', { headers: { Accept: 'application/json' } });
      const { letters } = (await answer.json()) as { letters: Letter[] };
      found = letters.find((letter) => letter.recipient === email && subject.test(letter.subject));
      return found;
    }, 'the letter arrives')
    .toBeTruthy();
  const { subject: title, text } = found as Letter;
  return { subject: title, link: /https?:\S+/.exec(text)?.[0] ?? '' };
}

export async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(path, { data });
  expect(answer.ok(), `${path} answers ${answer.status()}`).toBe(true);
  return answer.json();
}

/** Puts a text where the cursor is, as pasting does: cut off where the field takes no more. */
export async function insert(field: Locator, text: string) {
  await expect(field).toBeEditable();
  await field.focus();
  await field.evaluate((_, value) => document.execCommand('insertText', false, value), text);
}

/** Driven from outside, Firefox does not hear `fill`. */
function insertInsteadOfFilling(page: Page) {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator;
  locators.fill = async function (this: Locator, text) {
    await this.selectText();
    if (text) await insert(this, text);
    else await this.press('Delete');
  };
}
