import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';
import {
  cardOf,
  countStoredRecords,
  mockNotes,
  openNewNote,
  save,
  write,
} from './notes-helpers.ts';

// Durations depend on the machine; features/notes/bench/notes-long-list.ts measures them. These tests count elements.
const NOTES = 10_000;
const MOST_CARDS = 80;
const PHONE = { width: 390, height: 844 };

const cardsOf = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

const openLongList = async (page: Page, count = NOTES) => {
  await mockNotes(page, Array(count).fill({}));
  await open(page, '/notes');
  await expect(cardOf(page, 'Note 0')).toBeVisible();
};

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

test('Of 10,000 notes only those near the visible area are in the page', async ({
  signedIn: page,
}) => {
  await openLongList(page);
  const cards = cardsOf(page);
  await expect(page.locator('dd').first()).toHaveText(String(NOTES));
  expect(await cards.count()).toBeLessThan(MOST_CARDS);
  await expect(cards.first()).toHaveAttribute('aria-posinset', '1');
  await expect(cards.first()).toHaveAttribute('aria-setsize', String(NOTES));

  await scrollToEnd(page);
  await expect(cards.last()).toBeInViewport();
  await expect(cards.last()).toContainText(`Note ${NOTES - 1}`);
  await expect(cards.last()).toHaveAttribute('aria-posinset', String(NOTES));
  expect(await cards.count()).toBeLessThan(MOST_CARDS);
  await expectAccessible(page);

  await page.evaluate(() => scrollTo(0, 0));
  await expect(cardOf(page, 'Note 0')).toBeInViewport();
  await openNewNote(page);
  await write(page, 'Written beside ten thousand', '');
  await expect(page.getByLabel('Title')).toHaveValue('Written beside ten thousand');
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
        for (const px of [0, 777, 100_000, 400_003]) {
          await page.evaluate((top) => scrollTo(0, top), px);
          await expect.poll(() => gapsOf(page), `${size.width} px, at ${px}`).toEqual([]);
        }
      }
    });
});

test('With Tab, focus goes on past the rendered cards, and back', async ({ signedIn: page }) => {
  await page.setViewportSize(PHONE);
  await openLongList(page, 200);
  await cardOf(page, 'Note 0').getByRole('button', { name: 'Edit' }).focus();
  for (let card = 0; card < 30; card++) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
  }
  const focused = cardsOf(page).filter({ has: page.locator(':focus') });
  await expect(focused).toContainText('Note 30');
  await expect(focused).toBeInViewport({ ratio: 1 });
  expect(await cardsOf(page).count()).toBeLessThan(MOST_CARDS);
  for (let card = 0; card < 30; card++) {
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
  }
  await expect(focused).toHaveAttribute('aria-posinset', '1');
});

test('A focused card keeps focus while the list is scrolled, and Tab continues after it', async ({
  signedIn: page,
}) => {
  await openLongList(page);
  const editOf = (index: number) =>
    page.locator(`li[aria-posinset="${index + 1}"]`).getByRole('button', { name: 'Edit' });
  await editOf(2).focus();
  await scrollToEnd(page);
  await expect(cardOf(page, `Note ${NOTES - 1}`)).toBeInViewport();
  await expect(editOf(2)).toBeFocused();
  await expect(editOf(2)).not.toBeInViewport();
  expect(await cardsOf(page).count()).toBeLessThan(MOST_CARDS);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(editOf(3)).toBeFocused();
  await expect(editOf(3)).toBeInViewport();
});

test('Going back returns to the same notes', async ({ signedIn: page }) => {
  await openLongList(page);
  await page.evaluate(() => scrollTo(0, 200_000));
  await expect.poll(() => firstVisibleNote(page)).toBeGreaterThan(1000);
  const before = await firstVisibleNote(page);
  // Not click(), which would scroll.
  await page.getByRole('banner').getByRole('link').first().dispatchEvent('click');
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/notes');
  await expect.poll(() => firstVisibleNote(page)).toBe(before);
});

test('Turning the phone keeps the notes that are being read', async ({ signedIn: page }) => {
  await page.setViewportSize(PHONE);
  await openLongList(page);
  for (const share of [0.5, 0.99]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share);
    await expect.poll(() => firstVisibleNote(page)).toBeGreaterThan(NOTES * (share - 0.1));
    const before = await firstVisibleNote(page);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(cardOf(page, `Note ${before}`)).toBeInViewport();
    await page.setViewportSize(PHONE);
    await expect(cardOf(page, `Note ${before}`)).toBeInViewport();
  }
});

for (const viewport of [PHONE, { width: 1280, height: 720 }])
  test(`New notes of another device wait while the list is scrolled down at ${viewport.width} px, and nothing moves`, async ({
    signedIn: page,
    context,
  }) => {
    await page.setViewportSize(viewport);
    const note = (title: string) => ({ id: crypto.randomUUID(), title });
    let notes = Array.from({ length: 300 }, (_, index) => note(`Known ${index}`));
    await mockNotes(page, notes);
    await open(page, '/notes');
    await expect.poll(() => countStoredRecords(page, 'offline')).toBe(1);

    /** Loads this list into the page, which shows the offline list until then. */
    const receive = async (list: typeof notes) => {
      notes = list;
      await page.unrouteAll();
      await mockNotes(page, notes);
      await context.setOffline(true);
      await context.setOffline(false);
    };
    const reopenOffline = async () => {
      await page.unrouteAll();
      await page.route('**/api/notes', (route) => route.abort());
      await open(page, '/notes');
      await expect(page.getByText('Shown as last loaded on')).toBeVisible();
      await page.evaluate(() => scrollTo(0, 8000));
      await expect(cardOf(page, 'Known 0')).toHaveCount(0);
    };

    await test.step('they wait for the button, which scrolls to them', async () => {
      await reopenOffline();
      const before = await positionsOf(page);
      await receive([note('New 1'), note('New 2'), note('New 3'), ...notes]);
      const button = page.getByRole('status').getByRole('button', { name: '3 new notes' });
      await expect(button).toBeInViewport({ ratio: 1 });
      await expect(async () => expectSamePositions(await positionsOf(page), before)).toPass();
      await expectAccessible(page);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(cardsOf(page).first()).toContainText('New 1');
      await expect(cardsOf(page).first()).toBeInViewport();
      await expect(button).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    await test.step('they appear when the list is scrolled back to its start', async () => {
      await reopenOffline();
      await receive([note('Newest'), ...notes]);
      await expect(page.getByRole('button', { name: '1 new note' })).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      await expect(cardsOf(page).first()).toContainText('Newest');
      await expect(page.getByRole('button', { name: '1 new note' })).toHaveCount(0);
    });

    await test.step('a row that was deleted before them leaves them where they are', async () => {
      await reopenOffline();
      const columns = await columnsOf(page);
      const before = await positionsOf(page);
      await receive([...notes.slice(0, 1), ...notes.slice(1 + columns)]);
      await expect(page.locator('dd').first()).toHaveText(String(notes.length));
      await expect(async () => expectSamePositions(await positionsOf(page), before)).toPass();
    });
  });

test('A note created on this device is shown at once, also while the list is scrolled down', async ({
  signedIn: page,
}) => {
  await page.setViewportSize(PHONE);
  await openLongList(page, 300);
  await page.evaluate(() => scrollTo(0, 8000));
  await expect(cardOf(page, 'Note 0')).toHaveCount(0);
  await openNewNote(page);
  await write(page, 'Just written', 'Here');
  await save(page);
  await expect(cardsOf(page).first()).toContainText('Just written');
  await expect(cardsOf(page).first()).toBeInViewport({ ratio: 1 });
});

/** Lists the points of the visible area below the start of the list that no card or gap between cards covers. */
const gapsOf = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('.note-grid li')].map((card) =>
      card.getBoundingClientRect(),
    );
    const list = document.querySelector('.note-grid')?.getBoundingClientRect();
    const empty: number[] = [];
    for (let y = Math.max(0, list?.top ?? 0) + 1; y < innerHeight; y += 30)
      if (!cards.some(({ top, bottom }) => top - 41 <= y && y <= bottom + 41)) empty.push(y);
    return empty;
  });

/** Returns the number of the first note whose card is below the header. */
const firstVisibleNote = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('.note-grid li')];
    const first = cards.find((card) => card.getBoundingClientRect().top >= 64);
    return Number(first?.getAttribute('aria-posinset')) - 1;
  });

/** Lists the titles of the visible cards and where they are. */
const positionsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.note-grid li')]
      .map((card) => ({ card, box: card.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 64 && box.top < innerHeight)
      .map(({ card, box }) => ({
        title: card.querySelector('h2')?.textContent,
        x: box.left,
        y: box.top,
      })),
  );

type Positions = Awaited<ReturnType<typeof positionsOf>>;

/** Compares positions. The browser rounds scroll positions to whole pixels. */
function expectSamePositions(actual: Positions, expected: Positions) {
  expect(actual.map(({ title, x }) => [title, x])).toEqual(
    expected.map(({ title, x }) => [title, x]),
  );
  for (const [index, { y }] of actual.entries())
    expect(Math.abs(y - (expected[index]?.y ?? 0))).toBeLessThan(1);
}

const columnsOf = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('.note-grid');
    return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 0;
  });
