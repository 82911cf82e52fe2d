import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { itemUrl, kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import { addItem, cardOf, cardsOf, expectNoItems, newButton, save, write } from './helpers.ts';
import { mockItems } from './mock-items.ts';
import { reader, readerTitle } from './reader.ts';

const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

test('At least seven items are visible beside the pane, eight cards on a tablet and six rows on a phone', {
  tag: '@layout',
}, async ({ signedIn: page }) => {
  // In one month, because each has a heading.
  const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 31) - index * 3_600_000);
  await mockItems(
    page,
    Array.from({ length: 40 }, (_, index) => ({ created_at: dayOf(index).toISOString() })),
  );
  await open(page, kind.path);
  for (const [size, atLeast] of [
    [WIDE, 7],
    [TABLET, 8],
    [PHONE, 6],
  ] as const) {
    await page.setViewportSize(size);
    await expect(cardOf(page, 'Item 0')).toBeVisible();
    const visible = await cardsOf(page).evaluateAll((cards) => {
      const bottom = document.querySelector('nav[aria-label="Bottom"]')?.getBoundingClientRect();
      const end = bottom?.height ? bottom.top : innerHeight;
      return cards.filter((card) => card.getBoundingClientRect().bottom <= end).length;
    });
    expect(visible, `${size.width} px`).toBeGreaterThanOrEqual(atLeast);
    await expectAccessible(page);
  }
});

test('Beside the pane, Edit and Delete appear under the mouse and are no tab stops; cards keep them', async ({
  signedIn: page,
}) => {
  await mockItems(page, Array(3).fill({}));
  await page.setViewportSize(WIDE);
  await open(page, kind.path);
  const actions = cardOf(page, 'Item 1').locator('.item-actions');
  await expect(actions).toHaveCSS('opacity', '0');
  await cardOf(page, 'Item 1').hover();
  await expect(actions).toHaveCSS('opacity', '1');
  await expectAccessible(page);
  await cardOf(page, 'Item 0').getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(cardOf(page, 'Item 1').getByRole('link')).toBeFocused();

  await page.setViewportSize(TABLET);
  await cardOf(page, 'Item 0').getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(cardOf(page, 'Item 0').getByRole('button', { name: 'Edit' })).toBeFocused();
});

test('In a wide window the first item is shown on arrival, without changing address, title or focus', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Second', 'First']) await addItem(request, person, { title });
  const large: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('w=1280')) large.push(sent.url());
  });
  await page.setViewportSize(WIDE);
  await open(page, kind.path);
  await expect(readerTitle(page)).toHaveText('First');
  await expect(cardOf(page, 'First').getByRole('link')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(kind.path);
  await expect(page).toHaveTitle(new RegExp(`^${messages.heading}`));
  expect(await page.evaluate(() => document.activeElement?.closest('article') ?? null)).toBeNull();
  expect(large).toEqual([]);

  await test.step('a newer item does not replace it', async () => {
    await addItem(request, person, { title: 'Newest' });
    await expect(cardOf(page, 'Newest')).toBeVisible();
    await expect(readerTitle(page)).toHaveText('First');
  });

  await test.step('Enter on the current row moves the focus to it, and the next Tab to Edit', async () => {
    await cardOf(page, 'First').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(reader(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(reader(page).getByRole('button', { name: 'Edit' })).toBeFocused();
    // Also when it is already open.
    await cardOf(page, 'First').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(reader(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(kind.path);
    await expect(cardOf(page, 'First').getByRole('link')).toBeFocused();
  });

  await test.step('in a narrow window it covers nothing', async () => {
    await page.setViewportSize(PHONE);
    await expect(reader(page)).toHaveCount(0);
    await expect(newButton(page)).toBeInViewport();
    await page.setViewportSize(WIDE);
    await expect(readerTitle(page)).toHaveText('First');
  });
});

test('In a wide window the pane shows the saved item, and after a deletion the next one', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Third', 'Second', 'First']) await addItem(request, person, { title });
  await page.setViewportSize(WIDE);
  await open(page, kind.path);
  await expect(readerTitle(page)).toHaveText('First');

  await newButton(page).click();
  await write(page, 'Written now', 'At once');
  await save(page);
  await expect(readerTitle(page)).toHaveText('Written now');
  await expect(page).toHaveURL(kind.path);

  await deleteShown(page);
  await expect(readerTitle(page)).toHaveText('First');
  await cardOf(page, 'Second').getByRole('link').click();
  await expect(readerTitle(page)).toHaveText('Second');
  await deleteShown(page);
  await expect(readerTitle(page)).toHaveText('Third');
  await expect(page).toHaveURL(kind.path);
  await deleteShown(page);
  await expect(readerTitle(page)).toHaveText('First');
  await deleteShown(page);
  await expectNoItems(page);
});

test('An item that the address names is shown instead of the first one', async ({
  signedIn: page,
  person,
  request,
}) => {
  const named = await addItem(request, person, { title: 'Named' });
  await addItem(request, person, { title: 'First' });
  await page.setViewportSize(WIDE);
  await open(page, itemUrl(named));
  await expect(readerTitle(page)).toHaveText('Named');
  await expect(page).toHaveTitle(/^Named/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(kind.path);
  await expect(readerTitle(page)).toHaveText('Named');
});

async function deleteShown(page: Page) {
  await reader(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}
