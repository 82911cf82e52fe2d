import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What the specs of the account screens share. */

export async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

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

/** The sentence stands beside its field and is tied to it. */
export async function expectFieldError(page: Page, label: string, sentence: string) {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  await expect(page.getByText(sentence, { exact: true })).toBeVisible();
}

/** Counts what the page asks of a call, so that a test can say that it asked nothing. */
export function countCalls(page: Page, path: string) {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count++;
  });
  return calls;
}

/** Makes the browser refuse every kind of storage, as private windows of some browsers do. */
export async function refuseStorage(page: Page) {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Refused', 'SecurityError');
        },
      });
  });
}

/** The clock stands still from the first moment of the page; a test moves it. */
export async function stopClock(page: Page) {
  await page.clock.install({ time: new Date('2026-01-02T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-01-02T10:00:01Z'));
}

/** Toasts and redirects wait, so that a slow look still finds them. */
export async function holdTimers(page: Page) {
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const held = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      start(run, ms < 2000 ? ms : ms * 100, ...rest);
    window.setTimeout = held as typeof setTimeout;
  });
}

export async function statusOfMe(request: APIRequestContext, token: string) {
  const answer = await request.get('/api/auth/me', {
    headers: { Authorization: `Bearer ${token}` },
  });
  return answer.status();
}
