import type { Locator } from '@playwright/test';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { findCoveredElements, horizontalOverflow, open } from '#tests/e2e/support/site.ts';
import { storedKeys } from './device.ts';
import { kind, longTextField, messages, NO_LONG_TEXT, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardsOf,
  newButton,
  openNewForm,
  textInput,
  titleInput,
  write,
} from './helpers.ts';
import { mockItems } from './mock-items.ts';
import { blockStream } from './network.ts';

const LANDSCAPE_PHONE = { width: 844, height: 390 };
/** The space above the on-screen keyboard. */
const LANDSCAPE_WITH_KEYBOARD = { width: 844, height: 210 };

const SMALL = { width: 320, height: 640 };

const TEN_LINES = Array.from({ length: 10 }, (_, line) => `Line ${line}`).join('\n');

test('The list fits a small phone and a phone in landscape', { tag: '@layout' }, async ({
  signedIn: page,
}) => {
  const add = newButton(page);
  await page.setViewportSize(SMALL);
  await mockItems(page, Array(8).fill({ created_at: '2026-01-15T12:00:00.000Z' }));
  await open(page, kind.path);
  await expect(page.getByRole('heading', { name: 'Item 7' })).toBeAttached();

  await test.step('at 320 px, nothing covers the focused element', async () => {
    expect(await findCoveredElements(page, 24)).toEqual([]);
    await page.evaluate(() => scrollTo(0, 0));
  });

  await test.step('in landscape, the first items are visible completely', async () => {
    await page.setViewportSize(LANDSCAPE_PHONE);
    await expect(cardsOf(page).first()).toBeInViewport({ ratio: 1 });
    await expect(cardsOf(page).nth(1)).toBeInViewport({ ratio: 1 });
    await expect(add).toBeInViewport({ ratio: 1 });
    expect(await horizontalOverflow(page)).toBe(0);
  });

  await test.step('in a narrow window in landscape, "New item" is beside the heading', async () => {
    await page.setViewportSize({ width: 667, height: 375 });
    const heading = await boxOf(page.getByRole('heading', { name: messages.heading, level: 1 }));
    const button = await boxOf(add);
    expect(button.y).toBeLessThan(bottomOf(heading));
    const card = await boxOf(page.getByRole('list', { name: messages.heading }));
    expect(overlap(button, card)).toBe(false);
  });
});

test('Beside the pane, heading and search stay where they are when the list arrives', {
  tag: '@layout',
}, async ({ signedIn: page, person, request }) => {
  await addItem(request, person, { title: 'Harbour' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(urls.all, async (route) => {
    await promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(kind.path);
  const heading = page.getByRole('heading', { name: messages.heading, level: 1 });
  const bar = page.locator('.items-bar');
  await expect(page.getByText(messages.loading)).toBeAttached();
  const before = [await boxOf(heading), await boxOf(bar)];
  resolve();
  await expect(cardsOf(page)).toHaveCount(1);
  expect([await boxOf(heading), await boxOf(bar)]).toEqual(before);
});

test('Nothing in the form header overlaps on a phone with text at 200%', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(kind.path);
  await page.addStyleTag({ content: ':root { font-size: 200% }' });
  await openNewForm(page);
  const parts = [
    page.getByRole('heading', { name: messages.add }),
    page.getByRole('button', { name: 'Cancel' }),
    page.getByRole('button', { name: 'Save' }),
    titleInput(page),
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
      expect(await horizontalScrollOf(page.locator('.pane'))).toBe(0);
    });
});

test('The form on a phone in landscape shows several lines of the content, even above the keyboard', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  await page.setViewportSize(LANDSCAPE_PHONE);
  await page.goto(kind.path);
  await openNewForm(page);
  test.skip(!longTextField, NO_LONG_TEXT);
  const saveButton = page.getByRole('button', { name: 'Save' });
  await write(page, 'A title', TEN_LINES);
  await titleInput(page).focus();
  await expect(titleInput(page)).toBeInViewport({ ratio: 1 });
  expect(await visibleLinesOf(textInput(page))).toBeGreaterThanOrEqual(4);
  await expect(saveButton).toBeInViewport({ ratio: 1 });

  await write(page, 'A title', 'One line');
  await page.setViewportSize(LANDSCAPE_WITH_KEYBOARD);
  await textInput(page).focus();
  await textInput(page).evaluate((field) => field.scrollIntoView({ block: 'nearest' }));
  expect(await visibleLinesOf(textInput(page))).toBeGreaterThanOrEqual(3);
  await expect(saveButton).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
});

test('The offline notice has space around its text at every width', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  await page.goto(kind.path);
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

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the fixed "New item" button does not move while its screen appears', async ({
    signedIn,
    person,
    request,
  }) => {
    await addItem(request, person, { title: 'One' });
    await open(signedIn, '/');
    const positions = await signedIn.evaluate(async (path) => {
      const seen = new Set<number>();
      document.querySelector<HTMLElement>(`[aria-label="Bottom"] a[href="${path}"]`)?.click();
      for (let frames = 0; frames < 60; ) {
        await new Promise(requestAnimationFrame);
        const button = document.querySelector('.new-item');
        if (!button) continue;
        frames++;
        seen.add(Math.round(button.getBoundingClientRect().bottom));
      }
      return [...seen];
    }, kind.path);
    expect(positions).toHaveLength(1);
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

/** Counts the lines of a field that are visible below the bar of its form. */
function visibleLinesOf(field: Locator) {
  return field.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const bar = element.closest('form')?.querySelector('.item-page-bar')?.getBoundingClientRect();
    const top = Math.max(box.top, bar?.bottom ?? 0);
    const bottom = Math.min(box.bottom, innerHeight);
    return Math.floor((bottom - top) / Number.parseFloat(getComputedStyle(element).lineHeight));
  });
}
