import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { LEAVING_MS } from '#client/constants.ts';
import { TOAST_DURATION_MS } from '#shared/constants.ts';
import { beginToUse } from '#tests/support/screen-cost.ts';
import { takeToast } from './toast-record.ts';

/** The paths of all built screens, including features' screens, and one unknown path. */
export const PATHS = [
  ...globSync('dist/*.html')
    .map((file) => `/${basename(file, '.html')}`.replace(/^\/index$/, '/'))
    .filter((path) => path !== '/404')
    .sort(),
  '/no-such-page',
];

/** The code of React, without which the app does not start. */
export const REACT = /assets\/vendor-.*\.js/;

/** Holds back script files, by default React's, until the test calls the returned function. */
export async function holdCode(page: Page, files = REACT) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page and waits until the app has started: no initializing screen, a visible heading, and mounted. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path);
  await expect(page.locator('#initializing')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await beginToUse(page);
  return response;
}

export async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click();
  const menu = page.getByRole('menu', { name: 'User menu' });
  // While the menu is still opening, it would ignore a click.
  await expect(menu).not.toHaveAttribute('data-starting-style');
  return menu;
}

/** Finds the mark in the header while the app is offline. */
export const offlineMark = (page: Page) =>
  page.getByRole('banner').getByText('Offline', { exact: true });

/**
 * Waits for a toast. Reads it from the record in the page (`recordToasts`), because a slow test could miss the toast
 * itself. Each toast counts once: expecting the same text again needs a second toast.
 */
export async function expectToast(page: Page, title: string, message?: string) {
  await page.waitForFunction(takeToast, [title, message] as const);
}

/** Lists the titles of the toasts that no `expectToast` has consumed. */
export const toastTitles = (page: Page) =>
  page.evaluate(() => window.recordedToasts?.map(({ title }) => title));

/**
 * Shows toasts for ten minutes: on a busy machine, a toast would disappear before a test presses Undo or axe has run.
 */
export const keepToasts = (target: Page | BrowserContext) =>
  target.addInitScript(
    (usualMs) => {
      const { setTimeout } = window;
      const later = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        setTimeout(run, ms !== undefined && usualMs.includes(ms) ? 600_000 : ms, ...args);
      Object.assign(window, { setTimeout: later });
    },
    [TOAST_DURATION_MS, TOAST_DURATION_MS - LEAVING_MS],
  );

/** Waits until no finite animation runs, because positions and colours change until then. */
export const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
    for (let finite: Animation[] | undefined; finite?.length !== 0; ) {
      await nextFrame();
      await nextFrame();
      finite = document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(finite.map(({ finished }) => finished));
    }
  });

/** Returns by how many pixels the page is wider than the window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Captures the JSON body of the next request with this method. Returns a function that waits for it. Captures it in the
 * page, because Firefox does not report request bodies to the test.
 */
export async function captureRequestBody(page: Page, method: 'POST' | 'PUT') {
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

/** Collects page errors, console errors and warnings, except the expected error of a page with status 404. */
export function collectConsoleErrors(page: Page) {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const expected =
      message.text().includes('status of 404') && message.location().url === page.url();
    if (['error', 'warning'].includes(message.type()) && !expected) errors.push(message.text());
  });
  return errors;
}

export async function expectRightToLeft(...parts: Locator[]) {
  for (const part of parts) await expect(part).toHaveCSS('direction', 'rtl');
}

/** Tabs through the page and lists focused elements that a fixed element covers. */
export async function findCoveredElements(page: Page, tabs: number) {
  const covered = new Set<string>();
  for (let tab = 0; tab < tabs; tab++) {
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
