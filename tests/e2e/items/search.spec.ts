import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { horizontalOverflow, open } from '#tests/e2e/support/site.ts';
import { kind, longTextField, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  cardOf,
  cardsOf,
  expectTitles,
  newButton,
  openNewForm,
  save,
  titlesOf,
  write,
} from './helpers.ts';
import { type MockItem, mockItems } from './mock-items.ts';
import { SEARCH_CASES, SEARCHED } from './search-cases.ts';

test.use({ timezoneId: 'UTC' });

const TODAY = new Date('2026-11-17T12:00:00Z');
const SIZES = [
  { width: 320, height: 640 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
];

const dated = (created: string, edited = created) => ({
  created_at: `${created}T09:00:00.000Z`,
  updated_at: `${edited}T09:00:00.000Z`,
});
const ITEMS: MockItem[] = [
  { title: 'Harbour', text: 'Boats at dusk', photo_path: 'a', ...dated('2026-11-17') },
  { title: 'Shopping', text: 'Bread and butter', ...dated('2026-11-17') },
  { title: 'Cabin', text: 'Bring a boat', photo_path: 'b', ...dated('2026-11-02') },
  { title: 'Bakery', text: 'Bread at seven', ...dated('2026-09-30', '2026-10-05') },
  { title: 'Old plan', text: 'Long ago', ...dated('2025-01-01', '2026-11-17') },
];

const monthsOf = (page: Page) => page.locator('.grid-heading');
const fieldOf = (page: Page) => page.getByRole('searchbox', { name: messages.search });
const shownOf = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

async function openItems(page: Page, items = ITEMS) {
  await page.clock.setFixedTime(TODAY);
  await mockItems(page, items);
  // These photos were never uploaded.
  await page.route('**/api/file/**', (route) => route.abort());
  await open(page, kind.path);
  await expect(titlesOf(page).first()).toBeVisible();
}

test('A search finds the same items in every browser, in every language', async ({
  signedIn: page,
}) => {
  await openItems(page, SEARCHED);
  for (const [query, titles] of SEARCH_CASES)
    await test.step(query, async () => {
      await fieldOf(page).fill(query);
      await expectTitles(page, titles);
    });
  await fieldOf(page).fill('東京');
  await expect(page.locator('mark')).toHaveText('東京');
});

for (const size of SIZES)
  test(`With the keyboard alone, items are searched and sorted at ${size.width} px`, {
    tag: size.width === 1440 ? '@smoke' : [],
  }, async ({ signedIn: page }) => {
    await page.setViewportSize(size);
    await openItems(page);

    await test.step('while typing', async () => {
      await newButton(page).focus();
      await expect(async () => {
        await page.keyboard.press('Tab');
        await expect(fieldOf(page)).toBeFocused({ timeout: 1 });
      }).toPass({ intervals: [0] });
      await page.keyboard.type('bread');
      await expectTitles(page, ['Shopping', 'Bakery']);
      await expect(shownOf(page, messages.found(2, 5))).toBeVisible();
      await expect(page.locator('mark')).toHaveText(['Bread', 'Bread']);
      await page.keyboard.type(' sev');
      await expectTitles(page, ['Bakery']);
      await expectAccessible(page);
      expect(await horizontalOverflow(page)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(fieldOf(page)).toHaveValue('');
      await expect(fieldOf(page)).toBeFocused();
      await expect(titlesOf(page)).toHaveCount(5);
      await expect(shownOf(page, / of 5 /)).toHaveCount(0);
    });

    await test.step('a search without results offers to clear it', async () => {
      await page.keyboard.type('bread zebra');
      await expect(page.getByRole('heading', { name: messages.nothingFoundTitle })).toBeVisible();
      await expect(shownOf(page, messages.nothingFoundTitle)).toBeAttached();
      await expectAccessible(page);
      await page.getByText('Clear search', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(titlesOf(page)).toHaveCount(5);
      await expect(fieldOf(page)).toHaveValue('');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    await test.step('months have headings, which follow the order', async () => {
      await expect(monthsOf(page)).toHaveText(['November 2026', 'September 2026', 'January 2025']);
      const november = page.getByRole('list', { name: `${messages.heading}, November 2026` });
      await expect(november.getByRole('listitem')).toHaveCount(3);
      const sort = page.getByRole('combobox', { name: 'Sort by' });
      await expect(sort).toHaveValue('created');
      await sort.focus();
      await page.keyboard.press('ArrowDown');
      await expect(sort).toHaveValue('edited');
      await expect(monthsOf(page)).toHaveText(['November 2026', 'October 2026']);
      await expectTitles(page, ['Old plan', 'Shopping', 'Harbour', 'Cabin', 'Bakery']);
      await expect(cardOf(page, 'Bakery').getByRole('time')).toHaveText('Edited 5 Oct 2026');
      await page.reload();
      await expect(sort).toHaveValue('edited');
      await expect(cardsOf(page).first()).toContainText('Old plan');
    });
  });

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the search stays within reach, shows its first result, and ends when an item is created', async ({
    signedIn: page,
  }) => {
    await openItems(
      page,
      Array.from({ length: 300 }, (_, index) => ({
        title: `Number ${index}`,
        text: index % 7 === 0 ? 'A multiple of seven' : 'Some content',
      })),
    );
    await page.evaluate(() => scrollTo(0, 9000));
    await expect(cardOf(page, 'Number 0')).toHaveCount(0);
    await expect(fieldOf(page)).toBeInViewport({ ratio: 1 });
    await fieldOf(page).tap();
    await page.keyboard.type('seven');
    await expect(cardsOf(page).first()).toContainText('Number 0');
    await expect(shownOf(page, messages.found(43, 300))).toBeAttached();
    await expect(cardsOf(page).first()).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Clear search' }).tap();
    await expect(fieldOf(page)).toHaveValue('');
    await expect(fieldOf(page)).toBeFocused();
    await expect(shownOf(page, / of 300 /)).toHaveCount(0);

    await page.keyboard.type('seven');
    await expect(shownOf(page, messages.found(43, 300))).toBeAttached();
    await page.evaluate(() => scrollTo(0, 0));
    await openNewForm(page);
    await write(page, 'Just written', 'Eight');
    await save(page);
    await expect(cardsOf(page).first()).toContainText('Just written');
    await expect(fieldOf(page)).toHaveValue('');
  });
});

test('A search in 10,000 items finds exactly the matching ones', async ({ signedIn: page }) => {
  // High enough for all results.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await openItems(
    page,
    Array.from({ length: 10_000 }, (_, index) => ({
      title: `Number ${index}`,
      text: `Schöne Grüße aus Kapitel ${index % 100}. `.repeat(longTextField ? 10 : 1),
    })),
  );
  const containing = (digits: string) =>
    Array.from({ length: 10_000 }, (_, index) => `Number ${index}`).filter((title) =>
      title.includes(digits),
    );
  const expected = containing('999');
  await fieldOf(page).fill('999 grusse');
  await expect(shownOf(page, messages.found(expected.length, 10_000))).toBeVisible();
  await expectTitles(page, expected);
  await fieldOf(page).fill('number 9999 kapitel');
  await expectTitles(page, ['Number 9999']);
  await fieldOf(page).press('Escape');
  await expect(cardsOf(page).first()).toContainText('Number 0');
});
