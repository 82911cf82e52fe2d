import type { Page } from '@playwright/test';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import {
  addItem,
  confirmDeletion,
  expectNoItems,
  openNewForm,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { framesUntilGone, motionsIn } from '../support/frames.ts';
import { keepToasts, open } from '../support/site.ts';

const toasts = (page: Page) => page.locator('.toast');

test.describe('Toasts', () => {
  test('replace each other at once: there is never more than one', { tag: '@smoke' }, async ({
    signedIn: page,
  }) => {
    await open(page, kind.path);
    await countToasts(page);
    await openNewForm(page);
    await write(page, 'Letter');
    await saveAndClose(page);
    await expect(toasts(page)).toHaveText(messages.created);
    await confirmDeletion(page, 'Letter');
    await expect(toasts(page).filter({ hasText: messages.deleted })).toBeVisible();
    await expectNoItems(page);
    expect(await mostToasts(page)).toBe(1);
  });

  test('with Undo are not replaced by a quiet message, which is only said', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await keepToasts(page);
    for (const title of ['Harbour', 'Letter']) await addItem(request, person, { title });
    await open(page, kind.path);
    await confirmDeletion(page, 'Letter');
    await expect(toasts(page)).toContainText('Undo');
    await openNewForm(page);
    await write(page, 'Boat');
    // The toast covers the button.
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('status').getByText(messages.created)).toBeAttached();
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText('Undo');
    await expectAccessible(page);
  });

  test('leave with motion, and at once for users who want none', async ({
    signedIn: page,
    browserName,
  }) => {
    await keepToasts(page);
    await open(page, '/');
    for (const reducedMotion of motionsIn(browserName)) {
      await page.emulateMedia({ reducedMotion });
      await page.goto(kind.path);
      await openNewForm(page);
      await write(page, 'Letter');
      await saveAndClose(page);
      await confirmDeletion(page, 'Letter');
      await expectNoItems(page);
      const frames = await framesUntilGone(toasts(page), 'Dismiss');
      if (reducedMotion === 'reduce') expect(frames).toBeLessThanOrEqual(1);
      else expect(frames).toBeGreaterThan(1);
    }
  });
});

/** Counts how many toasts are shown at once from now on. */
const countToasts = (page: Page) =>
  page.evaluate(() => {
    let most = 0;
    new MutationObserver(() => {
      most = Math.max(most, document.querySelectorAll('.toast').length);
      Object.assign(window, { mostToasts: most });
    }).observe(document, { childList: true, subtree: true });
  });

const mostToasts = (page: Page) => page.evaluate('mostToasts');
