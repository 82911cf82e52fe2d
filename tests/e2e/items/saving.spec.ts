import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expectFieldError } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectStillFocused, expectToast } from '#tests/e2e/support/site.ts';
import { expectOutboxEmpty } from './device.ts';
import { kind, titleField, titleWith, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  itemsOf,
  openNewForm,
  save,
  titleInput,
  unsentNotice,
  write,
} from './helpers.ts';
import { loseOneResponse } from './network.ts';

test("Reopening a rejected item shows the server's errors at the fields", async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Rejected', 'Some content');
  const error = 'This title is not allowed';
  const json = { success: false, error: 'Invalid input', fields: { [titleField.name]: error } };
  await page.route(urls.all, (route) => route.fulfill({ status: 400, json }));
  await save(page);
  await expectToast(page, 'Creation failed', 'Invalid input');
  await expect(cardOf(page, 'Rejected')).toContainText('Not accepted');
  await page.unroute(urls.all);
  await page.reload();
  await cardOf(page, 'Rejected').getByRole('button', { name: 'Edit' }).click();
  await expectFieldError(page, titleField.label, error);
  await expectAccessible(page);
  await titleInput(page).fill('Accepted');
  await save(page);
  await expectOutboxEmpty(page);
  await expect(page.getByText('Not accepted')).toHaveCount(0);
  expect(await itemsOf(request, person)).toMatchObject([{ title: 'Accepted' }]);
});

test('The form closes once the item is stored on this device, even if it cannot be sent, and a lost response creates no second item', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Here before' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Here before')).toBeVisible();
  let mayFailToUpdate = Promise.resolve();
  await page.route(`${urls.all}**`, async (route) => {
    if (route.request().method() === 'PUT') await mayFailToUpdate;
    await route.fulfill({ status: 500, json: {} });
  });
  const sendNow = page.getByRole('button', { name: 'Send now' });

  await test.step('an update', async () => {
    await cardOf(page, 'Here before').getByRole('button', { name: 'Edit' }).click();
    await write(page, 'Changed title', 'Changed content');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectToast(page, 'Update failed', kind.update.fallbackError);
    await expect(cardOf(page, 'Changed title')).toContainText('Not sent yet');
    await expect(unsentNotice(page)).toContainText(
      `1 change is not sent yet: ${kind.update.fallbackError}`,
    );
    await expectAccessible(page);
  });

  await test.step('a creation, whose error is shown although the update then fails again', async () => {
    const failed = Promise.withResolvers<void>();
    mayFailToUpdate = failed.promise;
    await openNewForm(page);
    await write(page, 'Second', 'Some content');
    const creating = page.waitForResponse((one) => one.request().method() === 'POST');
    await save(page);
    await creating;
    failed.resolve();
    await expectToast(page, 'Creation failed', kind.create.fallbackError);
    await expect(unsentNotice(page)).toContainText('2 changes are not sent yet');
  });

  await test.step('both are sent on request, and the focus is kept', async () => {
    await sendNow.focus();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Update failed', kind.update.fallbackError);
    await expectStillFocused(page, 'Send now');
    await page.unroute(`${urls.all}**`);
    await page.keyboard.press('Enter');
    await expect(unsentNotice(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByText('Not sent yet')).toHaveCount(0);
    expect(await itemsOf(request, person)).toMatchObject([
      { title: 'Second' },
      { title: 'Changed title' },
    ]);
  });

  await test.step('a creation whose response is lost', async () => {
    await openNewForm(page);
    await write(page, 'Once', 'and only once');
    await loseOneResponse(page, 'POST');
    await save(page);
    await expectToast(page, 'Creation failed', 'Network error');
    await expect(cardOf(page, 'Once')).toContainText('Not sent yet');
    expect(await itemsOf(request, person)).toHaveLength(3);
  });

  await test.step('it can be changed before it is sent again', async () => {
    await cardOf(page, 'Once').getByRole('button', { name: 'Edit' }).click();
    await write(page, 'Once', 'and only once, with more');
    await save(page);
    await expectOutboxEmpty(page);
    await expect(page.locator('.item-title')).toHaveText([
      titleWith('Once', 'and only once, with more'),
      titleWith('Second', 'Some content'),
      titleWith('Changed title', 'Changed content'),
    ]);
    expect(await itemsOf(request, person)).toMatchObject([
      { text: 'and only once, with more' },
      { title: 'Second' },
      { title: 'Changed title' },
    ]);
  });
});
