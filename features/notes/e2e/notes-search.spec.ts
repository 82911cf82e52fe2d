import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { horizontalOverflow, open } from '#e2e/support/site.ts';
import type { Note } from '../contract.ts';
import { SEARCH_CASES, SEARCHED_NOTES } from '../testing/search-cases.ts';
import { cardOf, cardsOf, mockNotes, openNewNote, save, write } from './notes-helpers.ts';

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
const NOTES: Partial<Note>[] = [
  { title: 'Harbour', content: 'Boats at dusk', photo_path: 'a', ...dated('2026-11-17') },
  { title: 'Shopping', content: 'Bread and butter', ...dated('2026-11-17') },
  { title: 'Cabin', content: 'Bring a boat', photo_path: 'b', ...dated('2026-11-02') },
  { title: 'Bakery', content: 'Bread at seven', ...dated('2026-09-30', '2026-10-05') },
  { title: 'Old plan', content: 'Long ago', ...dated('2025-01-01', '2026-11-17') },
];

const titlesOf = (page: Page) => page.locator('.item-title');
const monthsOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search notes' });
const stat = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shownOf = (page: Page, text: string) => page.getByRole('status').getByText(text);

async function openNotes(page: Page, notes = NOTES) {
  await page.clock.setFixedTime(TODAY);
  await mockNotes(page, notes);
  // Photos that nobody has uploaded.
  await page.route('**/api/file/**', (route) => route.abort());
  await open(page, '/notes');
  await expect(titlesOf(page).first()).toBeVisible();
}

test('A search finds the same notes in every browser, in every language', async ({
  signedIn: page,
}) => {
  await openNotes(page, SEARCHED_NOTES);
  for (const [query, titles] of SEARCH_CASES)
    await test.step(query, async () => {
      await fieldOf(page).fill(query);
      await expect(titlesOf(page)).toHaveText(titles);
    });
  await fieldOf(page).fill('東京');
  await expect(page.locator('mark')).toHaveText('東京');
});

for (const size of SIZES)
  test(`With the keyboard alone, notes are searched, filtered and sorted at ${size.width} px`, {
    tag: size.width === 1440 ? '@smoke' : [],
  }, async ({ signedIn: page }) => {
    await page.setViewportSize(size);
    await openNotes(page);

    await test.step('as one types', async () => {
      await stat(page, 'Created today').focus();
      await page.keyboard.press('Tab');
      await expect(fieldOf(page)).toBeFocused();
      await page.keyboard.type('bread');
      await expect(titlesOf(page)).toHaveText(['Shopping', 'Bakery']);
      await expect(shownOf(page, '2 of 5 notes')).toBeVisible();
      await expect(page.locator('mark')).toHaveText(['Bread', 'Bread']);
      await page.keyboard.type(' sev');
      await expect(titlesOf(page)).toHaveText(['Bakery']);
      await expectAccessible(page);
      expect(await horizontalOverflow(page)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(fieldOf(page)).toHaveValue('');
      await expect(fieldOf(page)).toBeFocused();
      await expect(titlesOf(page)).toHaveCount(5);
      await expect(shownOf(page, 'of 5 notes')).toHaveCount(0);
    });

    await test.step('a search without result offers to end it', async () => {
      await page.keyboard.type('bread zebra');
      await expect(page.getByRole('heading', { name: 'No notes match' })).toBeVisible();
      await expect(shownOf(page, 'No notes match')).toBeAttached();
      await expectAccessible(page);
      await page.getByText('Clear search', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(titlesOf(page)).toHaveCount(5);
      await expect(fieldOf(page)).toHaveValue('');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    await test.step('the counts filter, together with each other and with the search', async () => {
      await expect(page.locator('dl')).toHaveText('Total notes5With photos2Created today2');
      await stat(page, 'With photos').focus();
      await page.keyboard.press('Space');
      await expect(stat(page, 'With photos')).toHaveAttribute('aria-pressed', 'true');
      await expect(titlesOf(page)).toHaveText(['Harbour', 'Cabin']);
      await expect(shownOf(page, '2 of 5 notes')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(stat(page, 'Created today')).toHaveAttribute('aria-pressed', 'true');
      await expect(titlesOf(page)).toHaveText(['Harbour']);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('boat');
      await expect(titlesOf(page)).toHaveText(['Harbour', 'Cabin']);
      await page.keyboard.type(' bring');
      await expect(titlesOf(page)).toHaveText(['Cabin']);
      await page.keyboard.type(' zebra');
      await expect(page.getByRole('button', { name: 'Clear search and filters' })).toBeVisible();
      await page.keyboard.press('Escape');
      await stat(page, 'Total notes').focus();
      await page.keyboard.press('Enter');
      await expect(stat(page, 'With photos')).toHaveAttribute('aria-pressed', 'false');
      await expect(titlesOf(page)).toHaveCount(5);
      await expect(page.locator('dl')).toHaveText('Total notes5With photos2Created today2');
    });

    await test.step('months have headings, which follow the order', async () => {
      await expect(monthsOf(page)).toHaveText(['November 2026', 'September 2026', 'January 2025']);
      const november = page.getByRole('list', { name: 'Notes, November 2026' });
      await expect(november.getByRole('listitem')).toHaveCount(3);
      const sort = page.getByRole('combobox', { name: 'Sort by' });
      await expect(sort).toHaveValue('created');
      await sort.focus();
      await page.keyboard.press('ArrowDown');
      await expect(sort).toHaveValue('edited');
      await expect(monthsOf(page)).toHaveText(['November 2026', 'October 2026']);
      await expect(titlesOf(page)).toHaveText([
        'Old plan',
        'Shopping',
        'Harbour',
        'Cabin',
        'Bakery',
      ]);
      await expect(cardOf(page, 'Bakery').getByRole('time')).toHaveText('Edited 5 Oct 2026');
      await page.reload();
      await expect(sort).toHaveValue('edited');
      await expect(titlesOf(page).first()).toHaveText('Old plan');
    });
  });

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the search stays within reach, shows its first result, and ends when a note is created', async ({
    signedIn: page,
  }) => {
    await openNotes(
      page,
      Array.from({ length: 300 }, (_, index) => ({
        title: `Number ${index}`,
        content: index % 7 === 0 ? 'A multiple of seven' : 'Some content',
      })),
    );
    await page.evaluate(() => scrollTo(0, 9000));
    await expect(cardOf(page, 'Number 0')).toHaveCount(0);
    await expect(fieldOf(page)).toBeInViewport({ ratio: 1 });
    await fieldOf(page).tap();
    await page.keyboard.type('seven');
    await expect(titlesOf(page).first()).toHaveText('Number 0');
    await expect(shownOf(page, '43 of 300 notes')).toBeAttached();
    await expect(cardsOf(page).first()).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Clear search' }).tap();
    await expect(fieldOf(page)).toHaveValue('');
    await expect(fieldOf(page)).toBeFocused();
    await expect(shownOf(page, 'of 300 notes')).toHaveCount(0);

    await page.keyboard.type('seven');
    await expect(shownOf(page, '43 of 300 notes')).toBeAttached();
    await page.evaluate(() => scrollTo(0, 0));
    await stat(page, 'With photos').tap();
    await expect(page.getByRole('heading', { name: 'No notes match' })).toBeVisible();
    await openNewNote(page);
    await write(page, 'Just written', 'Eight');
    await save(page);
    await expect(titlesOf(page).first()).toHaveText('Just written');
    await expect(fieldOf(page)).toHaveValue('');
    await expect(stat(page, 'With photos')).toHaveAttribute('aria-pressed', 'false');
  });
});

test('Of 10,000 notes a search finds exactly the right ones', async ({ signedIn: page }) => {
  // High enough for all results.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await openNotes(
    page,
    Array.from({ length: 10_000 }, (_, index) => ({
      title: `Number ${index}`,
      content: `Schöne Grüße aus Kapitel ${index % 100}. `.repeat(10),
    })),
  );
  await expect(page.locator('dl')).toContainText('Total notes10,000');
  const containing = (digits: string) =>
    Array.from({ length: 10_000 }, (_, index) => `Number ${index}`).filter((title) =>
      title.includes(digits),
    );
  const expected = containing('999');
  await fieldOf(page).fill('999 grusse');
  await expect(shownOf(page, `${expected.length} of 10,000 notes`)).toBeVisible();
  await expect(titlesOf(page)).toHaveText(expected);
  await fieldOf(page).fill('number 9999 kapitel');
  await expect(titlesOf(page)).toHaveText(['Number 9999']);
  await fieldOf(page).press('Escape');
  await expect(titlesOf(page).first()).toHaveText('Number 0');
  await expect(page.locator('dl')).toContainText('Total notes10,000');
});
