import { expect, type Page } from '@playwright/test';

/** Every row of the route table, each with an address that leads to its own screen. */
export const PATHS = [
  '/',
  '/about',
  '/help',
  '/login',
  '/signup',
  '/confirm',
  '/reset-password',
  '/profile',
  '/notes',
  '/admin-dashboard',
  '/no-such-page',
] as const;

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

export const pathOf = (page: Page) => new URL(page.url()).pathname;

export async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click();
  const menu = page.getByRole('menu', { name: 'User menu' });
  // Still opening, it would swallow a press.
  await expect(menu).not.toHaveAttribute('data-starting-style');
  return menu;
}

export async function expectToast(page: Page, title: string, message?: string) {
  const toaster = page.locator('.toaster');
  await expect(toaster.getByText(title, { exact: true })).toBeVisible();
  if (message) await expect(toaster.getByText(message, { exact: true })).toBeVisible();
}

/** Collects the title of every toast from now on, also of those that another one replaces. */
export async function collectToasts(page: Page) {
  const titles = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const toaster = document.querySelector('.toaster') as HTMLElement;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        seen.push((node as HTMLElement).querySelector('p')?.textContent ?? '');
    }).observe(toaster, { childList: true, subtree: true });
    return seen;
  });
  return () => titles.jsonValue();
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
