import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { kind } from './first-kind.ts';
import { test } from './fixtures.ts';
import { cardOf, cardsOf, openNewForm, titleInput } from './helpers.ts';
import { mockItems } from './mock-items.ts';

// Durations depend on the machine, so these tests count elements.
test.use({ timezoneId: 'UTC' });

const ITEMS = 10_000;
const MOST_CARDS = 80;
const PHONE = { width: 390, height: 844 };

const openLongList = async (page: Page, count = ITEMS) => {
  await mockItems(page, Array(count).fill({}));
  await open(page, kind.path);
  await expect(cardOf(page, 'Item 0')).toBeVisible();
};

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

test('Only the items near the visible area are in the page, even with 10,000 items', async ({
  signedIn: page,
}) => {
  await openLongList(page);
  const cards = cardsOf(page);
  expect(await cards.count()).toBeLessThan(MOST_CARDS);
  await expect(cards.first()).toHaveAttribute('aria-posinset', '1');
  await expect(cards.first()).toHaveAttribute('aria-setsize', '1');
  await expect(cards.nth(1)).toHaveAttribute('aria-posinset', '1');
  await expect(cards.nth(1)).toHaveAttribute('aria-setsize', '744');

  await scrollToEnd(page);
  await expect(cards.last()).toBeInViewport();
  await expect(cards.last()).toContainText(`Item ${ITEMS - 1}`);
  await expect(page.locator('h2.grid-heading')).toHaveCount(15);
  await expect(page.locator('h2.grid-heading').last()).toHaveText('November 2024');
  await expect(cards.last()).toHaveAttribute('aria-posinset', '495');
  await expect(cards.last()).toHaveAttribute('aria-setsize', '495');
  expect(await cards.count()).toBeLessThan(MOST_CARDS);
  await expectAccessible(page);

  await page.evaluate(() => scrollTo(0, 0));
  await expect(cardOf(page, 'Item 0')).toBeInViewport();
  await openNewForm(page);
  await titleInput(page).fill('Written beside ten thousand');
  await expect(titleInput(page)).toHaveValue('Written beside ten thousand');
});

test('The visible area is always filled, at every size and text size and in both directions', async ({
  signedIn: page,
}) => {
  await openLongList(page);
  const sizes = [
    { width: 320, height: 568 },
    { width: 640, height: 320 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ];
  for (const change of ['none', ':root { font-size: 200% }', ':root { direction: rtl }'])
    await test.step(change, async () => {
      if (change !== 'none') await page.addStyleTag({ content: change });
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const share of [0, 0.001, 0.25, 0.8]) {
          await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share);
          await expect.poll(() => gapsOf(page), `${size.width} px, at ${share}`).toEqual([]);
        }
      }
    });
});

test('Tab moves the focus beyond the rendered cards, and back', async ({ signedIn: page }) => {
  await page.setViewportSize(PHONE);
  await openLongList(page, 200);
  await cardOf(page, 'Item 0').getByRole('link').focus();
  for (let tabs = 0; tabs < 30; tabs++) await page.keyboard.press('Tab');
  const focused = cardsOf(page).filter({ has: page.locator(':focus') });
  await expect(focused).toContainText('Item 30');
  await expect(focused).toBeInViewport({ ratio: 1 });
  expect(await cardsOf(page).count()).toBeLessThan(MOST_CARDS);
  for (let tabs = 0; tabs < 30; tabs++) await page.keyboard.press('Shift+Tab');
  await expect(focused).toContainText('Item 0');
});

test('A focused card keeps focus while the list is scrolled, and Tab continues after it', async ({
  signedIn: page,
}) => {
  await openLongList(page);
  const linkOf = (index: number) =>
    cardsOf(page).getByRole('link', { name: `Item ${index}`, exact: true });
  await linkOf(2).focus();
  await scrollToEnd(page);
  await expect(cardOf(page, `Item ${ITEMS - 1}`)).toBeInViewport();
  await expect(linkOf(2)).toBeFocused();
  await expect(linkOf(2)).not.toBeInViewport();
  expect(await cardsOf(page).count()).toBeLessThan(MOST_CARDS);
  await page.keyboard.press('Tab');
  await expect(linkOf(3)).toBeFocused();
  await expect(linkOf(3)).toBeInViewport();
});

test('Going back returns to the same items', async ({ signedIn: page }) => {
  await openLongList(page);
  await page.evaluate(() => scrollTo(0, 200_000));
  await expect.poll(() => firstVisibleItem(page)).toBeGreaterThan(1000);
  const before = await firstVisibleItem(page);
  // Not click(), which would scroll.
  await page.getByRole('banner').getByRole('link').first().dispatchEvent('click');
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL(kind.path);
  await expect.poll(() => firstVisibleItem(page)).toBe(before);
});

test('Turning the phone keeps the visible items in view', async ({ signedIn: page }) => {
  await page.setViewportSize(PHONE);
  await openLongList(page);
  for (const share of [0.5, 0.99]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share);
    await expect.poll(() => firstVisibleItem(page)).toBeGreaterThan(ITEMS * (share - 0.1));
    const before = await firstVisibleItem(page);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(cardOf(page, `Item ${before}`)).toBeInViewport();
    await page.setViewportSize(PHONE);
    await expect(cardOf(page, `Item ${before}`)).toBeInViewport();
  }
});

/** Lists points in the visible list area that no card, heading or gap between them covers. */
const gapsOf = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('.item-grid li, .grid-heading')].map((card) =>
      card.getBoundingClientRect(),
    );
    const list = document.querySelector('.grid-groups')?.getBoundingClientRect();
    const empty: number[] = [];
    for (let y = Math.max(0, list?.top ?? 0) + 1; y < innerHeight; y += 30)
      if (!cards.some(({ top, bottom }) => top - 41 <= y && y <= bottom + 41)) empty.push(y);
    return empty;
  });

/** Returns the index of the first item whose card is below the header. */
const firstVisibleItem = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('.item-grid li')];
    const first = cards.find((card) => card.getBoundingClientRect().top >= 64);
    return Number(first?.querySelector('.item-title')?.textContent.replace('Item ', ''));
  });
