import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { expectOutboxEmpty } from './device.ts';
import { kind, messages, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import { addItem, cardOf, expectNoItems, itemsOf, newButton, unsentNotice } from './helpers.ts';

test('Deleting an item asks first, removes it immediately, and shows it again if the server rejects the deletion', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Third', 'Second', 'First']) await addItem(request, person, { title });
  const titles = page.getByRole('heading', { level: 3 });
  const dialog = page.getByRole('alertdialog', { name: messages.deleteTitle });
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  const deleteOf = (title: string) => cardOf(page, title).getByRole('button', { name: 'Delete' });
  await page.goto(kind.path);

  await test.step('Cancel and Escape close the confirmation', async () => {
    await deleteOf('Second').click();
    await expect(dialog).toBeVisible();
    await expect(page.getByText(messages.deleteText('Second'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(deleteOf('Second')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(cardOf(page, 'Second')).toBeVisible();
  });

  await test.step('a deletion that the server rejects shows the item again', async () => {
    await page.route(urls.one, (route) =>
      route.fulfill({ status: 403, json: { success: false, error: 'Not allowed' } }),
    );
    await deleteOf('Second').click();
    await confirm.click();
    await expectToast(page, 'Deletion failed', 'Not allowed');
    await expect(titles).toHaveText(['First', 'Second', 'Third']);
    await expect(page.getByText('Not sent yet')).toHaveCount(0);
    await page.unroute(urls.one);
  });

  await test.step('the item disappears and is announced before the response', async () => {
    const mayRespond = Promise.withResolvers<void>();
    await page.route(urls.one, async (route) => {
      await mayRespond.promise;
      await route.continue();
    });
    await deleteOf('Second').click();
    await confirm.click();
    await expect(titles).toHaveText(['First', 'Third']);
    await expect(deleteOf('Third')).toBeFocused();
    await expectToast(page, messages.deleted);
    expect(await itemsOf(request, person)).toHaveLength(3);
    mayRespond.resolve();
    await expectOutboxEmpty(page);
    expect(await itemsOf(request, person)).toHaveLength(2);
    await page.unroute(urls.one);
  });

  await test.step('a deletion that cannot be sent is kept and sent later', async () => {
    await page.route(urls.one, (route) => route.fulfill({ status: 500, json: {} }));
    await deleteOf('First').click();
    await confirm.click();
    await expectToast(page, 'Deletion failed', kind.remove.fallbackError);
    await expect(titles).toHaveText(['Third']);
    await expect(unsentNotice(page)).toContainText(
      `1 change is not sent yet: ${kind.remove.fallbackError}`,
    );
    await page.unroute(urls.one);
    await page.reload();
    await expect(titles).toHaveText(['Third']);
    await expectOutboxEmpty(page);
    expect(await itemsOf(request, person)).toMatchObject([{ title: 'Third' }]);
  });

  await test.step('after the last item, "New item" has the focus', async () => {
    await deleteOf('Third').click();
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    await expectNoItems(page);
    await expect(newButton(page)).toBeFocused();
  });
});
