import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { createPerson, expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { visitTwice } from '#tests/e2e/support/site-fixtures.ts';
import { itemUrl, kind, messages } from './first-kind.ts';
import { test, testOnOwnSite as withServiceWorker } from './fixtures.ts';
import { addItem, cardOf, deleteElsewhere, save, write } from './helpers.ts';
import { blockStream } from './network.ts';
import { reader, readerTitle } from './reader.ts';

const PHONE = { width: 390, height: 844 };

const NOBODYS = '00000000-0000-4000-8000-000000000000';

test("A missing item and another user's item look the same, and lead to the list", async ({
  signedIn: page,
  person,
  request,
}) => {
  const theirs = await addItem(request, await createPerson(request), { title: 'Not yours' });
  await addItem(request, person, { title: 'Mine' });
  const seen: (string | null)[] = [];
  for (const id of [theirs.id, NOBODYS, '../../x"><img>']) {
    await page.goto(itemUrl({ id: encodeURIComponent(id) }));
    await expect(readerTitle(page)).toHaveText(messages.missingTitle);
    seen.push(await reader(page).textContent());
  }
  expect(new Set(seen).size).toBe(1);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: messages.showAll }).click();
  await expect(page).toHaveURL(kind.path);
  await expect(cardOf(page, 'Mine')).toBeVisible();
});

test.describe('An item that this device has not loaded yet', () => {
  const absent = (page: Page) => page.getByText(messages.missingTitle);

  test.beforeEach(async ({ signedIn: page, person, request }) => {
    await addItem(request, person, { title: 'Loaded before' });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Loaded before')).toBeVisible();
    await page.goto('/about');
  });

  test('is waited for, and not reported as missing before the server was asked', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const item = await addItem(request, person, { title: 'New elsewhere' });
    const answered = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/api/changes?*');
    await page.route('**/api/changes?*', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(itemUrl(item));
    await expect(cardOf(page, 'Loaded before')).toBeVisible();
    await expect(reader(page).getByRole('status')).toHaveText(messages.loading);
    await asked;
    await expect(absent(page)).toHaveCount(0);
    answered.resolve();
    await expect(readerTitle(page)).toHaveText('New elsewhere');
  });

  test('is found in a second window, where a missing item is reported as missing', async ({
    signedIn: page,
    context,
    person,
    request,
  }) => {
    await page.goto(kind.path);
    await expect(cardOf(page, 'Loaded before')).toBeVisible();
    const second = await context.newPage();
    await second.goto(itemUrl({ id: NOBODYS }));
    await expect(absent(second)).toBeVisible();
    const item = await addItem(request, person, { title: 'New elsewhere' });
    await second.goto(itemUrl(item));
    await expect(readerTitle(second)).toHaveText('New elsewhere');
  });

  test('is reported as not on this device while the server cannot be reached, and shown afterwards', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const item = await addItem(request, person, { title: 'New elsewhere' });
    // Otherwise the page could detect by itself that the server is back.
    await blockStream(page);
    await page.route('**/api/changes?*', (route) => route.abort());
    await page.goto(itemUrl(item));
    await expect(readerTitle(page)).toHaveText(messages.unknownTitle);
    await expect(absent(page)).toHaveCount(0);
    await expectAccessible(page);
    const again = reader(page).getByRole('button', { name: 'Try again' });

    await test.step('trying again keeps the focus while it fails', async () => {
      await again.press('Enter');
      await expect(again).toBeFocused();
      await expect(again).not.toHaveAttribute('aria-busy');
      await expect(readerTitle(page)).toHaveText(messages.unknownTitle);
    });

    await page.unroute('**/api/changes?*');
    await again.press('Enter');
    await expect(readerTitle(page)).toHaveText('New elsewhere');
    await expect(page.locator('body')).not.toBeFocused();
  });

  test('that is deleted while it is read is reported as missing', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const item = await addItem(request, person, { title: 'New elsewhere' });
    await page.goto(itemUrl(item));
    await expect(readerTitle(page)).toHaveText('New elsewhere');
    await deleteElsewhere(request, person, item);
    await expect(readerTitle(page)).toHaveText(messages.missingTitle);
  });
});

withServiceWorker.describe('Offline', () => {
  withServiceWorker.use({ serviceWorkers: 'allow' });

  withServiceWorker(
    'an item that was never loaded is not reported as missing, and shown when the connection is back',
    async ({ page, context, request }) => {
      const person = await createPerson(request);
      await addItem(request, person, { title: 'Loaded before' });
      await signInWithoutScreens(page, person);
      await visitTwice(page);
      await page.goto(kind.path);
      await expect(cardOf(page, 'Loaded before')).toBeVisible();
      const item = await addItem(request, person, { title: 'Sent to myself' });
      await page.goto('/about');
      await context.setOffline(true);
      await page.goto(itemUrl(item));
      await expect(readerTitle(page)).toHaveText(messages.unknownTitle);
      await context.setOffline(false);
      await expect(readerTitle(page)).toHaveText('Sent to myself');
    },
  );

  withServiceWorker(
    'an address that ends with slashes opens the same screen',
    async ({ page, context, request }) => {
      const person = await createPerson(request);
      const item = await addItem(request, person, { title: 'On the train' });
      await signInWithoutScreens(page, person);
      await visitTwice(page);
      await page.goto(kind.path);
      await expect(cardOf(page, 'On the train')).toBeVisible();
      await context.setOffline(true);
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      for (const path of [`${kind.path}/`, `${kind.path}//`]) {
        await page.goto(`${path}?${kind.one}=${item.id}`);
        await expect(readerTitle(page)).toHaveText('On the train');
      }
      await open(page, '/about/');
      await expect(page).toHaveTitle(/^About/);
      expect(errors).toEqual([]);
    },
  );

  withServiceWorker(
    'an item can be read after a reload, with its unsent change',
    async ({ page, context, request }) => {
      const person = await createPerson(request);
      const item = await addItem(request, person, { title: 'On the train' });
      await signInWithoutScreens(page, person);
      await visitTwice(page);
      await page.goto(itemUrl(item));
      await expect(readerTitle(page)).toHaveText('On the train');
      await context.setOffline(true);
      await page.reload();
      await expect(readerTitle(page)).toHaveText('On the train');
      await reader(page).getByRole('button', { name: 'Edit' }).click();
      await write(page, 'On the train', 'No signal in the tunnel');
      await save(page);
      await expect(reader(page)).toContainText('No signal in the tunnel');
      await expect(reader(page)).toContainText('Not sent yet');
      await page.reload();
      await expect(reader(page)).toContainText('Not sent yet');
      await expectAccessible(page);
    },
  );
});
