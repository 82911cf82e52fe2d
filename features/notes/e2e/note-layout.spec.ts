import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { findCoveredElements, horizontalOverflow, open } from '#e2e/support/site.ts';
import { countStoredRecords, mockNotes, openNewNote, write } from './notes-helpers.ts';

const LANDSCAPE_PHONE = { width: 844, height: 390 };
/** The space above the on-screen keyboard. */
const LANDSCAPE_WITH_KEYBOARD = { width: 844, height: 210 };

const SMALL = { width: 320, height: 640 };

const TEN_LINES = Array.from({ length: 10 }, (_, line) => `Line ${line}`).join('\n');

test('The bottom bar and "New note" do not cover the focused element', async ({ signedIn }) => {
  await signedIn.setViewportSize(SMALL);
  await mockNotes(signedIn, Array(8).fill({}));
  await open(signedIn, '/notes');
  await expect(signedIn.getByRole('heading', { name: 'Note 7' })).toBeAttached();
  expect(await findCoveredElements(signedIn, 24)).toEqual([]);
});

test('The three note counts are on one line at 320 px', async ({ signedIn }) => {
  await signedIn.setViewportSize(SMALL);
  await mockNotes(signedIn, [{}]);
  await open(signedIn, '/notes');
  await expect(signedIn.locator('dd').first()).toHaveText('1');
  const tops = await signedIn
    .locator('dd')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

for (const width of [320, 390]) {
  test(`Nothing in the form header overlaps at ${width} px with text at 200%`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/notes');
    await page.addStyleTag({ content: ':root { font-size: 200% }' });
    await openNewNote(page);
    const parts = [
      page.getByRole('heading', { name: 'New note' }),
      page.getByRole('button', { name: 'Cancel' }),
      page.getByRole('button', { name: 'Save' }),
      page.getByLabel('Title'),
    ];
    // The form may still be moving in.
    await expect(async () => {
      const boxes = await Promise.all(parts.map(boxOf));
      for (const [index, box] of boxes.entries()) {
        expect(box.x, `part ${index} begins in the window`).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, `part ${index} ends in the window`).toBeLessThanOrEqual(width);
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      }
    }).toPass();
    expect(await horizontalScrollOf(page.locator('.editor-body'))).toBe(0);
  });
}

test.describe('A phone in landscape', () => {
  test.use({ viewport: LANDSCAPE_PHONE });

  test('shows the title and several lines of the content in the form', async ({
    signedIn: page,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'A title', TEN_LINES);
    await page.getByLabel('Title').focus();
    await expect(page.getByLabel('Title')).toBeInViewport({ ratio: 1 });
    expect(await visibleLinesOf(page.getByLabel('Content'))).toBeGreaterThanOrEqual(4);
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  });

  test('shows the content and Save above the keyboard', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'A title', 'One line');
    await page.setViewportSize(LANDSCAPE_WITH_KEYBOARD);
    const content = page.getByLabel('Content');
    await content.focus();
    await content.evaluate((field) => field.scrollIntoView({ block: 'nearest' }));
    expect(await visibleLinesOf(content)).toBeGreaterThanOrEqual(3);
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  });

  test('shows the first notes of the list completely', async ({ signedIn: page }) => {
    await mockNotes(page, Array(8).fill({}));
    await page.goto('/notes');
    const cards = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect(cards.first()).toBeInViewport({ ratio: 1 });
    await expect(cards.nth(1)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'New note' })).toBeInViewport({ ratio: 1 });
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test('shows "New note" beside the heading in a narrow window', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 667, height: 375 });
    await mockNotes(page, Array(8).fill({}));
    await page.goto('/notes');
    const heading = await boxOf(page.getByRole('heading', { name: 'Notes', level: 1 }));
    const button = await boxOf(page.getByRole('button', { name: 'New note' }));
    expect(button.y).toBeLessThan(bottomOf(heading));
    const card = await boxOf(page.getByRole('list', { name: 'Notes' }));
    expect(overlap(button, card)).toBe(false);
  });
});

for (const width of [320, 390, 820]) {
  test(`The notice of offline notes has space around its text at ${width} px`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/notes');
    await expect.poll(() => countStoredRecords(page, 'offline')).toBe(1);
    await page.route('**/api/notes', (route) => route.abort());
    await page.reload();
    const text = page.getByText('Shown as last loaded on');
    await expect(text).toBeVisible();
    const notice = await boxOf(page.locator('.offline-notice'));
    const words = await textBoxOf(text);
    const again = page.getByRole('button', { name: 'Try again' });
    const button = await boxOf(again);
    const buttonWords = await textBoxOf(again);
    const lowest = Math.max(bottomOf(words), bottomOf(buttonWords));
    expect(words.y - notice.y).toBeGreaterThanOrEqual(8);
    expect(bottomOf(notice) - lowest).toBeGreaterThanOrEqual(8);
    expect(overlap(words, button)).toBe(false);
    // If the button is below the text, both start at the same position.
    if (button.y > words.y + words.height / 2)
      expect(Math.abs(buttonWords.x - words.x)).toBeLessThanOrEqual(1);
  });
}

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not on the page`);
  return box;
}

const bottomOf = ({ y, height }: Box) => y + height;

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Measures the text of an element without padding. */
const textBoxOf = (part: Locator): Promise<Box> =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().toJSON();
  });

const horizontalScrollOf = (part: Locator) =>
  part.evaluate((element) => element.scrollWidth - element.clientWidth);

/** Counts the visible lines of a field in its scroll container. */
function visibleLinesOf(field: Locator) {
  return field.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const frame = (element.closest('.editor-body') ?? element).getBoundingClientRect();
    const top = Math.max(box.top, frame.top, 0);
    const bottom = Math.min(box.bottom, frame.bottom, innerHeight);
    return Math.floor((bottom - top) / Number.parseFloat(getComputedStyle(element).lineHeight));
  });
}
