import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import {
  addNote,
  addPhoto,
  bearer,
  cardOf,
  expectAllSent,
  loseOneResponse,
  notesOf,
  storedKeys,
} from './notes-helpers.ts';
import { deleteNote, expectOnServer, keepToasts, openOtherDevice } from './sync-helpers.ts';

const undoButton = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' });

test('A deletion is undone with the keyboard alone, with photo and date, and on every device', {
  tag: '@smoke',
}, async ({ signedIn: page, browser, person, request }) => {
  await keepToasts(page);
  const note = await addNote(request, person, {
    title: 'Harbour',
    photo_path: await addPhoto(request, person),
  });
  await addNote(request, person, { title: 'Letter' });
  await page.goto('/notes');
  const other = await openOtherDevice(browser, page, person);
  // Firefox sends key presses to the window in front.
  await page.bringToFront();

  await test.step('Ctrl+Z after the deletion was sent', async () => {
    await deleteWithKeyboard(page, 'Harbour');
    await expectAllSent(page);
    await expect(cardOf(other, 'Harbour')).toHaveCount(0);
    const headers = bearer(person);
    expect((await request.get(`/api/file/files/${note.photo_path}`, { headers })).status()).toBe(
      404,
    );
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
    const [, restored] = await notesOf(request, person);
    expect(restored).toEqual({ ...note, updated_at: restored?.updated_at, version: 2 });
    await expect(cardOf(page, 'Harbour').getByRole('button', { name: /^Photo of/ })).toBeVisible();
  });

  await test.step('the button can be reached with Tab, and gives the focus to the page', async () => {
    await page.bringToFront();
    await deleteWithKeyboard(page, 'Harbour');
    await tabTo(page, undoButton(page));
    await page.keyboard.press('Enter');
    await expect(cardOf(page, 'Harbour')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('once the toast is gone, nothing is undone', async () => {
    await deleteWithKeyboard(page, 'Harbour');
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }));
    await page.keyboard.press('Enter');
    await expect(undoButton(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expectAllSent(page);
    await expectOnServer(request, person, [{ title: 'Letter' }]);
  });

  await test.step('after a reload the chance is gone', async () => {
    await deleteNote(page, 'Letter');
    await expectAllSent(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expectOnServer(request, person, []);
  });
  await other.context().close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('A deletion is undone by touch: offline, while it is sent, and when its answer got lost', async ({
    signedIn: page,
    context,
    person,
    request,
  }) => {
    const photo_path = await addPhoto(request, person);
    await addNote(request, person, { title: 'Harbour', photo_path });
    await keepToasts(page);
    await page.goto('/notes');
    const harbour = cardOf(page, 'Harbour');
    await expect(harbour).toBeVisible();

    await test.step('offline nothing is left to send', async () => {
      await context.setOffline(true);
      await deleteNote(page, 'Harbour');
      await undoButton(page).tap();
      await expect(harbour).toBeVisible();
      expect(await storedKeys(page, 'outbox')).toEqual([]);
      await context.setOffline(false);
    });

    await test.step('while the deletion is being sent', async () => {
      const mayRespond = Promise.withResolvers<void>();
      await page.route('**/api/notes/*?*', async (route) => {
        await mayRespond.promise;
        await route.continue();
      });
      await deleteNote(page, 'Harbour');
      await undoButton(page).tap();
      await expect(harbour).toBeVisible();
      mayRespond.resolve();
      await expectAllSent(page);
      await expectOnServer(request, person, [{ title: 'Harbour', photoWidth: 800 }]);
      await page.unroute('**/api/notes/*?*');
    });

    await test.step('after the answer to the deletion got lost', async () => {
      await loseOneResponse(page, 'DELETE');
      await deleteNote(page, 'Harbour');
      await expectToast(page, 'Deletion failed', 'Network error');
      await expect(harbour).toHaveCount(0);
      await undoButton(page).tap();
      await expect(harbour).toBeVisible();
      await expectAllSent(page);
      await expectOnServer(request, person, [{ title: 'Harbour', photoWidth: 800 }]);
      await expect(harbour.getByRole('button', { name: /^Photo of/ })).toBeVisible();
    });
  });
});

/** Makes toasts stay for minutes, because a slow test could miss their 3 s. */
async function deleteWithKeyboard(page: Page, title: string) {
  await cardOf(page, title).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete this note?' });
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
