import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { findCoveredElements, horizontalOverflow, open } from '#e2e/support/site.ts';
import { blockStream, mockNotes, openNewNote, storedKeys, write } from './notes-helpers.ts';

const LANDSCAPE_PHONE = { width: 844, height: 390 };
/** The space above the on-screen keyboard. */
const LANDSCAPE_WITH_KEYBOARD = { width: 844, height: 210 };

const SMALL = { width: 320, height: 640 };

const TEN_LINES = Array.from({ length: 10 }, (_, line) => `Line ${line}`).join('\n');

test('The list fits a small phone and a phone in landscape', { tag: '@layout' }, async ({
  signedIn: page,
}) => {
  const newNote = page.getByRole('button', { name: 'New note' });
  await page.setViewportSize(SMALL);
  await mockNotes(page, Array(8).fill({ created_at: '2026-01-15T12:00:00.000Z' }));
  await open(page, '/notes');
  await expect(page.getByRole('heading', { name: 'Note 7' })).toBeAttached();

  await test.step('at 320 px, nothing covers the focused element and the counts are on one line', async () => {
    expect(await findCoveredElements(page, 24)).toEqual([]);
    await expect(page.locator('dd').first()).toHaveText('8');
    const tops = await page
      .locator('dd')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    await page.evaluate(() => scrollTo(0, 0));
  });

  await test.step('in landscape, the first notes are visible completely', async () => {
    await page.setViewportSize(LANDSCAPE_PHONE);
    const cards = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect(cards.first()).toBeInViewport({ ratio: 1 });
    await expect(cards.nth(1)).toBeInViewport({ ratio: 1 });
    await expect(newNote).toBeInViewport({ ratio: 1 });
    expect(await horizontalOverflow(page)).toBe(0);
  });

  await test.step('in a narrow window in landscape, "New note" is beside the heading', async () => {
    await page.setViewportSize({ width: 667, height: 375 });
    const heading = await boxOf(page.getByRole('heading', { name: 'Notes', level: 1 }));
    const button = await boxOf(newNote);
    expect(button.y).toBeLessThan(bottomOf(heading));
    const card = await boxOf(page.getByRole('list', { name: 'Notes' }));
    expect(overlap(button, card)).toBe(false);
  });
});

test('Nothing in the form header overlaps on a phone with text at 200%', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/notes');
  await page.addStyleTag({ content: ':root { font-size: 200% }' });
  await openNewNote(page);
  const parts = [
    page.getByRole('heading', { name: 'New note' }),
    page.getByRole('button', { name: 'Cancel' }),
    page.getByRole('button', { name: 'Save' }),
    page.getByLabel('Title'),
  ];
  for (const width of [320, 390])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 740 });
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
});

test('The form on a phone in landscape shows several lines of the content, also above the keyboard', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  await page.setViewportSize(LANDSCAPE_PHONE);
  await page.goto('/notes');
  await openNewNote(page);
  const content = page.getByLabel('Content');
  const saveButton = page.getByRole('button', { name: 'Save' });
  await write(page, 'A title', TEN_LINES);
  await page.getByLabel('Title').focus();
  await expect(page.getByLabel('Title')).toBeInViewport({ ratio: 1 });
  expect(await visibleLinesOf(content)).toBeGreaterThanOrEqual(4);
  await expect(saveButton).toBeInViewport({ ratio: 1 });

  await write(page, 'A title', 'One line');
  await page.setViewportSize(LANDSCAPE_WITH_KEYBOARD);
  await content.focus();
  await content.evaluate((field) => field.scrollIntoView({ block: 'nearest' }));
  expect(await visibleLinesOf(content)).toBeGreaterThanOrEqual(3);
  await expect(saveButton).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
});

test('Nothing invisible takes space between the counts and the search', { tag: '@layout' }, async ({
  signedIn: page,
}) => {
  await mockNotes(page, [{}]);
  await page.goto('/notes');
  await expect(page.locator('.item-title')).toBeVisible();
  const [head, stats, list] = await Promise.all(
    ['.items-head', '.note-stats', '.searchable-items'].map((part) => boxOf(page.locator(part))),
  );
  if (!head || !stats || !list) throw new Error('A part is missing');
  expect(list.y - bottomOf(stats)).toBeCloseTo(stats.y - bottomOf(head), 0);
});

test('The notice of offline notes has space around its text at every width', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  await page.goto('/notes');
  await expect.poll(() => storedKeys(page, 'cursors')).toHaveLength(1);
  await blockStream(page);
  await page.reload();
  const text = page.getByText('Last loaded on');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(text).toBeVisible();
  for (const width of [320, 390, 820])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      const notice = await boxOf(page.locator('.sync-notice'));
      const words = await textBoxOf(text);
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
});

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
