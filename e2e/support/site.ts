import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

/** An address for every screen of the built site, those of features included, and one that does not exist. */
export const PATHS = [
  ...globSync('dist/*.html')
    .map((file) => `/${basename(file, '.html')}`.replace(/^\/index$/, '/'))
    .filter((path) => path !== '/404')
    .sort(),
  '/no-such-page',
];

/** Opens a page and waits until the app stands: the initializing screen gone, a heading there, React behind it. */
export async function open(page: Page, path: string) {
  const answer = await page.goto(path);
  await expect(page.locator('#initializing')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Before, a link is only a link: pressing it loads the whole page.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')),
  );
  return answer;
}

export async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click();
  const menu = page.getByRole('menu', { name: 'User menu' });
  // Still opening, it would swallow a press.
  await expect(menu).not.toHaveAttribute('data-starting-style');
  return menu;
}

/**
 * Waits for a toast, which may be gone already: it stands for 3 s, and on a busy machine a test can look too late. The
 * page therefore records them (`recordToasts`). Each counts once, so that the same words a second time need a new toast.
 */
export async function expectToast(page: Page, title: string, message?: string) {
  await page.waitForFunction(
    ([title, message]) => {
      const index = window.recordedToasts.findIndex(
        (toast) => toast.title === title && (!message || toast.message === message),
      );
      if (index < 0) return false;
      window.recordedToasts.splice(0, index + 1);
      return true;
    },
    [title, message] as const,
  );
}

/** The titles of the toasts that no `expectToast` has waited for. */
export const toastTitles = (page: Page) =>
  page.evaluate(() => window.recordedToasts.map(({ title }) => title));

declare global {
  interface Window {
    recordedToasts: { title: string; message: string }[];
  }
}

/** Runs in the page, before its own scripts. */
export function recordToasts() {
  const toasts: Window['recordedToasts'] = [];
  window.recordedToasts = toasts;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement) || !node.matches('.toaster .toast')) continue;
      const [title = '', message = ''] = Array.from(node.querySelectorAll('p'), (p) => p.innerText);
      toasts.push({ title, message });
    }
  }).observe(document, { childList: true, subtree: true });
}

/** What stands out of the window to the right, in pixels. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Listens for the JSON of the next call, inside the page: not every browser tells it to the outside. */
export async function nextBody(page: Page, method: 'POST' | 'PUT') {
  const call = await page.evaluateHandle((expected) => {
    const { promise: body, resolve } = Promise.withResolvers<object>();
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (init?.method === expected) {
        resolve(JSON.parse(init.body as string));
        window.fetch = send;
      }
      return send(input, init);
    };
    return { body };
  }, method);
  return () => call.evaluate(({ body }) => body);
}

/** What the page complained about; a page that was not found is expected to say so. */
export function collectComplaints(page: Page) {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const expected =
      message.text().includes('status of 404') && message.location().url === page.url();
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
  });
  return complaints;
}

export async function expectRightToLeft(...parts: Locator[]) {
  for (const part of parts) await expect(part).toHaveCSS('direction', 'rtl');
}

/** Presses Tab and names what then lies under something fixed to the bottom of the window. */
export async function coveredOnTheWay(page: Page, stops: number) {
  const covered = new Set<string>();
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.matches('main *, footer *')) return;
      const isFixed = (element: Element) => getComputedStyle(element).position === 'fixed';
      if (isFixed(focused)) return;
      const { top, bottom, left, right } = focused.getBoundingClientRect();
      const isUnder = [...document.querySelectorAll('body *')].filter(isFixed).some((fixed) => {
        const cover = fixed.getBoundingClientRect();
        return cover.top < bottom && cover.bottom > top && cover.left < right && cover.right > left;
      });
      return isUnder ? focused.outerHTML.slice(0, 120) : undefined;
    });
    if (name) covered.add(name);
  }
  return [...covered];
}

export async function expectStillFocused(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
}
