import type { APIRequestContext, Page, Route } from '@playwright/test';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { expect } from './fixtures.ts';

export async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

export async function fillSignUp(page: Page, changes: Record<string, string> = {}) {
  const values = {
    'First name': 'Ada',
    'Last name': 'Byron',
    Email: newEmail(),
    Password: TEST_PASSWORD,
    'Confirm password': TEST_PASSWORD,
    ...changes,
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  return values;
}

export const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up' }).click();

export async function signInOnScreen(page: Page, email: string, password: string) {
  await fillSignIn(page, email, password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
}

export async function signOutOnScreen(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeHidden();
}

/** Expects an error message that is visible and linked to its field for screen readers. */
export async function expectFieldError(page: Page, label: string, message: string) {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(message));
  await expect(page.getByText(message, { exact: true })).toBeVisible();
}

/** Counts the requests of the page to a path. */
export function countCalls(page: Page, path: string) {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count++;
  });
  return calls;
}

/** Holds requests until the test calls `respond`: with a response, or without one to abort them. */
export async function holdCalls(page: Page, url: string) {
  type Response = Parameters<Route['fulfill']>[0];
  const held = Promise.withResolvers<Response>();
  const calls = { count: 0, respond: (response?: Response) => held.resolve(response) };
  await page.route(url, async (route) => {
    calls.count++;
    const response = await held.promise;
    await (response ? route.fulfill(response) : route.abort());
  });
  return calls;
}

/** Presses a button twice with the keyboard and expects that it keeps the focus while it is busy. */
export async function pressTwice(page: Page, name: string) {
  const button = page.getByRole('main').getByRole('button', { name });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Blocks every kind of browser storage, as private windows of some browsers do. */
export async function blockStorage(page: Page) {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
  });
}

/** Pauses the clock of the page from its start; the test advances it. */
export async function pauseClock(page: Page) {
  await page.clock.install({ time: new Date('2026-01-02T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-01-02T10:00:01Z'));
}

/** Delays timers of 2 s and more, so that a slow test still sees toasts and screens that redirect. */
export async function delayLongTimers(page: Page) {
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const delayed = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      start(run, ms < 2000 ? ms : ms * 100, ...rest);
    window.setTimeout = delayed as typeof setTimeout;
  });
}

export async function sessionStatus(request: APIRequestContext, token: string) {
  const response = await request.get('/api/auth/me', {
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.status();
}
