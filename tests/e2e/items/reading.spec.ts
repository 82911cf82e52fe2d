import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { horizontalOverflow, open } from '#tests/e2e/support/site.ts';
import { itemUrl, kind, longTextField, messages, titleWith } from './first-kind.ts';
import { test } from './fixtures.ts';
import { addItem, addPhoto, cardOf, linkToItems, save, titleInput } from './helpers.ts';
import { back, forward, reader, readerTitle } from './reader.ts';

const PHONE = { width: 390, height: 844 };

test.describe('On a phone, by touch', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('an item opens to read, then to edit, and going back undoes each step', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    const text = longTextField
      ? `Two lines\nand https://example.com/a?b=c, or <b>none</b>. ${'More text. '.repeat(60)}`
      : 'and <b>none</b>';
    const title = titleWith('Harbour', text);
    const photo_path = await addPhoto(request, person);
    const item = await addItem(request, person, { title: 'Harbour', text, photo_path });
    await addItem(request, person, { title: 'Newer' });
    await open(page, '/about');
    await linkToItems(page, 'Bottom').tap();
    await expect(cardOf(page, 'Harbour')).toBeVisible();
    if (kind.photo) await expect(cardOf(page, 'Harbour').locator('img')).toBeVisible();
    // Taps the middle of the card, which its link covers.
    await cardOf(page, 'Harbour').tap();

    await test.step('the whole text is shown with its links and photo, and no keyboard opens', async () => {
      await expect(page).toHaveURL(itemUrl(item));
      await expect(readerTitle(page)).toHaveText(title);
      await expect(reader(page)).toBeFocused();
      await expect(reader(page)).toContainText(text.trim());
      await expect(reader(page)).toContainText('Created');
      await expect(reader(page)).not.toContainText('Edited');
      if (longTextField) {
        await expect(reader(page).locator('.item-page-text')).toHaveCSS('user-select', 'text');
        const link = reader(page).getByRole('link');
        await expect(link).toHaveText('https://example.com/a?b=c');
        await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      }
      if (kind.photo)
        await expect(reader(page).locator('img')).toHaveJSProperty('naturalWidth', 800);
      await expect(page).toHaveTitle(/^Harbour/);
      // The page behind it cannot be focused or read.
      expect(await page.locator('header').getAttribute('inert')).toBe('');
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page);
    });

    const openPhoto = async () => {
      await reader(page)
        .getByRole('button', { name: messages.photoOf(title) })
        .tap();
      await expect(page.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
      await back(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(reader(page)).toBeVisible();
    };
    if (kind.photo) await test.step('the photo opens above it and closes with back', openPhoto);

    await test.step('cancelling an edit keeps the draft and says so; saving an edit shows the item', async () => {
      await reader(page).getByRole('button', { name: 'Edit' }).tap();
      await titleInput(page).fill('Harbour at night');
      await back(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('status').getByText(messages.draftKept)).toBeVisible();
      await expect(readerTitle(page)).toHaveText(title);
      await expect(reader(page).getByRole('button', { name: 'Edit' })).toBeFocused();
      await reader(page).getByRole('button', { name: 'Edit' }).tap();
      await expect(titleInput(page)).toHaveValue('Harbour at night');
      await save(page);
      await expect(readerTitle(page)).toHaveText('Harbour at night');
      await expect(page.getByRole('status').getByText(messages.updated)).toBeVisible();
      await expect(reader(page)).toContainText('Edited');
    });

    await test.step('back returns to the list, forward to the item', async () => {
      await back(page);
      await expect(reader(page)).toHaveCount(0);
      await expect(page).toHaveURL(kind.path);
      await expect(cardOf(page, 'Harbour at night').getByRole('link')).toBeFocused();
      await forward(page);
      await expect(readerTitle(page)).toHaveText('Harbour at night');
      await reader(page).getByRole('button', { name: 'Back to the list' }).tap();
      await expect(page).toHaveURL(kind.path);
    });

    await test.step('deleting leads back to the list, and going back again leaves the items', async () => {
      await cardOf(page, 'Harbour at night').getByRole('link').tap();
      await reader(page).getByRole('button', { name: 'Delete' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
      await expect(reader(page)).toHaveCount(0);
      await expect(page).toHaveURL(kind.path);
      await expect(cardOf(page, 'Harbour at night')).toHaveCount(0);
      await expect(cardOf(page, 'Newer').getByRole('link')).toBeFocused();
      await back(page);
      await expect(page).toHaveURL('/about');
    });
  });

  test('"New item" is in the corner and covers no title, wherever the list is scrolled', {
    tag: '@layout',
  }, async ({ signedIn: page, person, request }) => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await addItem(request, person, { title });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Six')).toBeVisible();
    for (const width of [320, 360, 390, 639]) {
      await page.setViewportSize({ width, height: 700 });
      const button = await page.locator('.new-item').boundingBox();
      const heading = await cardOf(page, 'Six').getByRole('heading').boundingBox();
      if (!button || !heading) throw new Error('The list is not shown');
      // Narrower than the window where a scrollbar takes space.
      const pageWidth = await page.evaluate(() => document.documentElement.clientWidth);
      expect(button.x + button.width, `${width} px`).toBe(pageWidth - 16);
      expect(heading.x + heading.width, `${width} px`).toBeLessThanOrEqual(button.x);
    }
  });
});
