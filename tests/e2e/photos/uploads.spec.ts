import { photoMessages } from '#client/photos/messages.ts';
import { apiMessages } from '#shared/messages.ts';
import { clearStore, expectOutboxEmpty } from '#tests/e2e/items/device.ts';
import { kind, messages, NO_PHOTO, urls } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import { bearer, cardOf, itemsOf, openNewForm, save, write } from '#tests/e2e/items/helpers.ts';
import { blockStream } from '#tests/e2e/items/network.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#tests/e2e/support/site.ts';
import { choose, jpeg, preview, storedPhoto } from './helpers.ts';

test.skip(!kind.photo, NO_PHOTO);

const UPLOAD = /\/api\/upload\?/;

test.beforeEach(async ({ signedIn: page }) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'With photo', 'Which does not arrive');
  await choose(page, await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
});

test('A rejected photo shows its reason in the form, and an uploaded one is not uploaded again', async ({
  signedIn: page,
  person,
  request,
}) => {
  const card = cardOf(page, 'With photo');
  const field = page.getByRole('group', { name: 'Photo' });
  const edit = () => card.getByRole('button', { name: 'Edit' }).click();

  await test.step('the reason is shown next to the photo until another photo is chosen', async () => {
    const error = apiMessages.photoTooLarge;
    await page.route(UPLOAD, (route) =>
      route.fulfill({ status: 413, json: { success: false, error } }),
    );
    await save(page);
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(card).toContainText('Not accepted');
    await edit();
    await expect(field).toHaveAccessibleDescription(error);
    await expect(field.getByText(error)).toBeInViewport();
    await expectAccessible(page);
    await choose(page, await jpeg(60, 30));
    await expect(field).toHaveAccessibleDescription('');
    await page.unroute(UPLOAD);
  });

  await test.step('the item is not created while its photo is not on the server', async () => {
    await page.route(UPLOAD, (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(card).toContainText('Not sent yet');
    await expect(card.locator('img')).toBeVisible();
    expect(await itemsOf(request, person)).toEqual([]);
    await page.unroute(UPLOAD);
  });

  await test.step('an uploaded photo is not uploaded again when sending the item is retried', async () => {
    const uploads = countCalls(page, '/api/upload');
    await page.route(urls.all, (route) => route.abort());
    await page.getByRole('button', { name: 'Send now' }).click();
    await expectToast(page, 'Creation failed', 'Network error');
    await page.unroute(urls.all);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expectOutboxEmpty(page);
    await expect(card.locator('img')).toBeVisible();
    expect(uploads.count).toBe(1);
    expect(await storedPhoto(request, person)).toMatchObject({ width: 60, height: 30 });
  });
});

test('A photo that was not sent is never requested from the server, also if it is gone from this device', async ({
  signedIn: page,
}) => {
  const calls: string[] = [];
  page.on('request', (made) => calls.push(made.url()));
  await page.route(UPLOAD, (route) => route.abort());
  const card = cardOf(page, 'With photo');
  await save(page);
  await expect(card).toContainText('Not sent yet');
  await clearStore(page, 'photos');
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByText(photoMessages.failed)).toBeVisible();
  expect(calls.filter((url) => url.includes('/api/file/files/'))).toEqual([]);
});

test("An upload after the session has expired shows 'Session expired' once and opens sign-in", async ({
  signedIn: page,
  person,
  request,
}) => {
  // Otherwise the stream might detect first that the session has ended.
  await blockStream(page);
  await page.reload();
  await expectToast(page, messages.toasts.loadFailed.title);
  await openNewForm(page);
  await request.post('/api/auth/logout', { headers: bearer(person) });
  await save(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => toastTitles(page)).toEqual(['Session expired']);
});
