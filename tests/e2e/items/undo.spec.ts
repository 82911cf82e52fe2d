import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, keepToasts } from '#tests/e2e/support/site.ts';
import { expectOnServer, openOtherDevice } from '#tests/e2e/sync/helpers.ts';
import { expectOutboxEmpty, storedKeys } from './device.ts';
import { kind, messages, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  addPhoto,
  bearer,
  cardOf,
  deleteItem,
  expectNoItems,
  itemsOf,
} from './helpers.ts';
import { loseOneResponse } from './network.ts';

const undoButton = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' });

test('A deletion can be undone with the keyboard alone, including photo and date, and on every device', {
  tag: '@smoke',
}, async ({ signedIn: page, browser, person, request }) => {
  await keepToasts(page);
  const item = await addItem(request, person, {
    title: 'Harbour',
    photo_path: await addPhoto(request, person),
  });
  await addItem(request, person, { title: 'Letter' });
  await page.goto(kind.path);
  const other = await openOtherDevice(browser, page, person);
  // Firefox sends key presses to the window in front.
  await page.bringToFront();

  await test.step('Ctrl+Z after the deletion was sent', async () => {
    await deleteWithKeyboard(page, 'Harbour');
    await expectOutboxEmpty(page);
    await expect(cardOf(other, 'Harbour')).toHaveCount(0);
    if (kind.photo) {
      const headers = bearer(person);
      const photo = await request.get(`/api/file/files/${item.photo_path}`, { headers });
      expect(photo.status()).toBe(404);
    }
    await expect(undoButton(page)).toHaveAttribute('aria-keyshortcuts', 'Control+Z');
    await expectAccessible(page);
    await page.bringToFront();
    await page.keyboard.press('Control+z');
    await expect(undoButton(page)).toHaveCount(0);
    for (const device of [page, other]) await expect(cardOf(device, 'Harbour')).toBeVisible();
    await expectOnServer(request, person, [
      { title: 'Harbour', photoWidth: 800 },
      { title: 'Letter' },
    ]);
    const [, restored] = await itemsOf(request, person);
    expect(restored?.record).toEqual({
      ...item.record,
      updated_at: restored?.updated_at,
      version: 2,
    });
    if (kind.photo)
      await expect(
        cardOf(page, 'Harbour').getByRole('button', { name: /^Photo of/ }),
      ).toBeVisible();
  });

  await test.step('the button can be reached with Tab, and moves the focus to the page', async () => {
    await page.bringToFront();
    await deleteWithKeyboard(page, 'Harbour');
    await tabTo(page, undoButton(page));
    await page.keyboard.press('Enter');
    await expect(cardOf(page, 'Harbour')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('once the toast has disappeared, nothing is undone', async () => {
    await deleteWithKeyboard(page, 'Harbour');
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }));
    await page.keyboard.press('Enter');
    await expect(undoButton(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expectOutboxEmpty(page);
    await expectOnServer(request, person, [{ title: 'Letter' }]);
  });

  await test.step('after a reload the deletion cannot be undone', async () => {
    await deleteItem(page, 'Letter');
    await expectOutboxEmpty(page);
    await page.reload();
    await expectNoItems(page);
    await page.keyboard.press('Control+z');
    await expectOnServer(request, person, []);
  });
  await other.context().close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('A deletion can be undone by touch: while it is being sent, after its answer was lost, and offline', async ({
    signedIn: page,
    context,
    person,
    request,
  }) => {
    const photo_path = await addPhoto(request, person);
    await addItem(request, person, { title: 'Harbour', photo_path });
    await keepToasts(page);
    await page.goto(kind.path);
    const harbour = cardOf(page, 'Harbour');
    await expect(harbour).toBeVisible();

    await test.step('while the deletion is being sent', async () => {
      const mayRespond = Promise.withResolvers<void>();
      await page.route(`${urls.one}?*`, async (route) => {
        await mayRespond.promise;
        await route.continue();
      });
      await deleteItem(page, 'Harbour');
      await undoButton(page).tap();
      await expect(harbour).toBeVisible();
      mayRespond.resolve();
      await expectOutboxEmpty(page);
      await expectOnServer(request, person, [{ title: 'Harbour', photoWidth: 800 }]);
      await page.unroute(`${urls.one}?*`);
    });

    await test.step('after the answer to the deletion got lost', async () => {
      await loseOneResponse(page, 'DELETE');
      await deleteItem(page, 'Harbour');
      await expectToast(page, 'Deletion failed', 'Network error');
      await expect(harbour).toHaveCount(0);
      await undoButton(page).tap();
      await expect(harbour).toBeVisible();
      await expectOutboxEmpty(page);
      await expectOnServer(request, person, [{ title: 'Harbour', photoWidth: 800 }]);
      if (kind.photo)
        await expect(harbour.getByRole('button', { name: /^Photo of/ })).toBeVisible();
    });

    await test.step('offline nothing is left to send', async () => {
      await context.setOffline(true);
      await deleteItem(page, 'Harbour');
      await undoButton(page).tap();
      await expect(harbour).toBeVisible();
      expect(await storedKeys(page, 'outbox')).toEqual([]);
      await context.setOffline(false);
    });
  });
});

async function deleteWithKeyboard(page: Page, title: string) {
  await cardOf(page, title).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: messages.deleteTitle });
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(cardOf(page, title)).toHaveCount(0);
  await expect(undoButton(page)).toBeVisible();
}

async function tabTo(page: Page, button: ReturnType<typeof undoButton>) {
  await expect(button).toBeVisible();
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
}
