import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  cardsOf,
  deleteElsewhere,
  openNewForm,
  type ServerItem,
  save,
  write,
} from './helpers.ts';
import { mockItems } from './mock-items.ts';

const PHONE = { width: 390, height: 844 };

test('When another device deletes the card that has the focus, the card after or before it gets the focus, or the heading', async ({
  signedIn: page,
  person,
  request,
}) => {
  const items = new Map<string, ServerItem>();
  for (const title of ['Fourth', 'Third', 'Second', 'First'])
    items.set(title, await addItem(request, person, { title }));
  const deleteThere = async (title: string) => {
    await deleteElsewhere(request, person, items.get(title) ?? { id: '' });
    await expect(cardOf(page, title)).toHaveCount(0);
  };
  await page.goto(kind.path);
  await cardOf(page, 'Second').getByRole('link').focus();
  await deleteThere('Second');
  await expect(cardOf(page, 'Third').getByRole('link')).toBeFocused();
  await cardOf(page, 'Fourth').getByRole('button', { name: 'Delete' }).focus();
  await deleteThere('Fourth');
  await expect(cardOf(page, 'Third').getByRole('link')).toBeFocused();
  // A focused element elsewhere keeps the focus.
  await page.getByLabel(messages.search).focus();
  await deleteThere('Third');
  await expect(page.getByLabel(messages.search)).toBeFocused();
  await cardOf(page, 'First').getByRole('button', { name: 'Edit' }).focus();
  await deleteThere('First');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const viewport of [PHONE, { width: 1280, height: 720 }])
  test(`New items from another device wait while the list is scrolled down at ${viewport.width} px, and nothing moves`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.setViewportSize(viewport);
    await mockItems(
      page,
      Array.from({ length: 300 }, (_, index) => ({ title: `Known ${index}` })),
    );
    await open(page, kind.path);
    await expect(cardOf(page, 'Known 0')).toBeVisible();
    const scrollDown = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      await expect(cardOf(page, 'Known 0')).toHaveCount(0);
    };
    const added: ServerItem[] = [];
    /** Adds an item from another device. The page learns of it through its event stream. */
    const addElsewhere = async (title: string) => {
      added.unshift(await addItem(request, person, { title }));
    };

    await test.step('they wait for the button, which scrolls to them', async () => {
      await scrollDown();
      const before = await positionsOf(page);
      for (const title of ['New 1', 'New 2', 'New 3']) await addElsewhere(title);
      const button = page.getByRole('status').getByRole('button', { name: messages.newItems(3) });
      await expect(button).toBeInViewport({ ratio: 1 });
      await expect(async () => expectSamePositions(await positionsOf(page), before)).toPass();
      await expectAccessible(page);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(cardsOf(page).first()).toContainText('New 3');
      await expect(cardsOf(page).first()).toBeInViewport();
      await expect(button).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    await test.step('they appear when the list is scrolled back to its start', async () => {
      await scrollDown();
      await addElsewhere('Newest');
      await expect(page.getByRole('button', { name: messages.newItems(1) })).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      await expect(cardsOf(page).first()).toContainText('Newest');
      await expect(page.getByRole('button', { name: messages.newItems(1) })).toHaveCount(0);
    });

    await test.step('deleting a row before them does not move them', async () => {
      await scrollDown();
      const columns = await columnsOf(page);
      const before = await positionsOf(page);
      const height = await heightOf(page);
      for (const item of added.slice(1, 1 + columns))
        await deleteElsewhere(request, person, item, item.version);
      await expect.poll(() => heightOf(page)).toBeLessThan(height);
      await expect(async () => expectSamePositions(await positionsOf(page), before)).toPass();
    });
  });

test('An item created on this device is shown at once, even while the list is scrolled down', async ({
  signedIn: page,
}) => {
  await page.setViewportSize(PHONE);
  await mockItems(page, Array(300).fill({}));
  await open(page, kind.path);
  await expect(cardOf(page, 'Item 0')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 8000));
  await expect(cardOf(page, 'Item 0')).toHaveCount(0);
  await openNewForm(page);
  await write(page, 'Just written', 'Here');
  await save(page);
  await expect(cardsOf(page).first()).toContainText('Just written');
  await expect(cardsOf(page).first()).toBeInViewport({ ratio: 1 });
});

/** Lists the titles and positions of the visible cards. */
const positionsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.item-grid li')]
      .map((card) => ({ card, box: card.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 64 && box.top < innerHeight)
      .map(({ card, box }) => ({
        title: card.querySelector('.item-title')?.textContent,
        x: box.left,
        y: box.top,
      })),
  );

type Positions = Awaited<ReturnType<typeof positionsOf>>;

/** Compares positions. Tolerates that the browser rounds scroll positions to whole pixels. */
function expectSamePositions(actual: Positions, expected: Positions) {
  expect(actual.map(({ title, x }) => [title, x])).toEqual(
    expected.map(({ title, x }) => [title, x]),
  );
  for (const [index, { y }] of actual.entries())
    expect(Math.abs(y - (expected[index]?.y ?? 0))).toBeLessThan(1);
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

const columnsOf = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('.item-grid');
    return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 0;
  });
