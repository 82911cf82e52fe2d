import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mockNotes } from './notes-helpers.ts';

// Durations depend on the machine; features/notes/bench/notes-thousand.ts measures them. This test counts the work.
const NOTES = 1000;
const ELEMENTS_PER_CARD = 40;

test('Of a thousand notes only those near the visible area are laid out, and writing and scrolling work', async ({
  signedIn: page,
}) => {
  const content = 'A line of text. '.repeat(20);
  await mockNotes(
    page,
    Array.from({ length: NOTES }, () => ({ content })),
  );
  await page.goto('/notes');
  // Not by role: checking which elements are hidden would lay out every card.
  const cards = page.locator('.note-grid li');
  await expect(cards).toHaveCount(NOTES);

  expect(await cards.locator('*').count()).toBeLessThan(NOTES * ELEMENTS_PER_CARD);
  await expect.poll(() => laidOutCards(page)).toBeGreaterThan(0);
  expect(await laidOutCards(page)).toBeLessThan(NOTES / 10);

  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards.last()).toBeInViewport();
  await expect(cards.last()).toContainText(`Note ${NOTES - 1}`);
  expect(await laidOutCards(page)).toBeLessThan(NOTES / 10);

  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('button', { hasText: 'New note' }).first().click();
  await page.getByLabel('Title').pressSequentially('Written beside a thousand');
  await expect(page.getByLabel('Title')).toHaveValue('Written beside a thousand');
});

/** Counts the cards whose content the browser lays out. */
function laidOutCards(page: Page) {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('.note-grid li')].filter((card) =>
        card.querySelector('h2, h3')?.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  );
}
