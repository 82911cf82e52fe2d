import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, open } from '#tests/e2e/support/site.ts';
import { expectOutboxEmpty } from './device.ts';
import { kind, messages, titleWith, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  confirmDeletion,
  itemsOf,
  newButton,
  openNewForm,
  save,
  titleInput,
  unsentNotice,
  write,
} from './helpers.ts';
import { blockStream } from './network.ts';

/** Aborts requests for the list while `failing.now` is true. Other requests reach the server. */
async function failListRequests(page: Page) {
  const failing = { now: true };
  await page.route(urls.all, (route) =>
    route.request().method() === 'GET' && failing.now ? route.abort() : route.continue(),
  );
  return failing;
}

test.describe('While the list has not loaded', () => {
  test('a new item is shown together with the others', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addItem(request, person, { title: 'Still there' });
    const failing = await failListRequests(page);
    await page.goto(kind.path);
    await expect(page.getByRole('heading', { name: messages.loadFailedTitle })).toBeVisible();
    await openNewForm(page);
    const written = titleWith('Written meanwhile', 'Some content');
    await write(page, 'Written meanwhile', 'Some content');
    failing.now = false;
    await save(page);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([written]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([written, 'Still there']);
  });

  test('a created item is not replaced by an older list', async ({ signedIn: page }) => {
    const saved = Promise.withResolvers<void>();
    let lists = 0;
    await page.route(urls.all, async (route) => {
      if (route.request().method() !== 'GET' || lists++ > 0) return route.continue();
      const response = await route.fetch();
      await saved.promise;
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {});
    });
    await page.goto(kind.path);
    await newButton(page).click();
    await write(page, 'Quicker than the list', 'Some content');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    saved.resolve();
    await expect(cardOf(page, 'Quicker than the list')).toBeVisible();
  });
});

test('Offline items show when the server last sent them, not when they were last viewed', async ({
  signedIn: page,
  person,
  request,
}) => {
  const time = page.getByText('Last loaded on').locator('time');
  await addItem(request, person, { title: 'From the server' });
  await page.clock.setFixedTime('2026-01-02T10:00:00Z');
  await open(page, kind.path);
  await expect(cardOf(page, 'From the server')).toBeVisible();
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  await page.clock.setFixedTime('2026-01-02T11:30:00Z');
  await page.goBack();
  await expect(cardOf(page, 'From the server')).toBeVisible();

  await blockStream(page);
  await page.clock.setFixedTime('2026-01-02T12:45:00Z');
  await page.reload();
  await expect(time).toHaveAttribute('datetime', '2026-01-02T10:00:00.000Z');
  await expect(cardOf(page, 'From the server')).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(time).toHaveAttribute('datetime', '2026-01-02T12:45:00.000Z');
});

test('While the server cannot be reached, items can be deleted and changed, and the changes are sent later', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Second', 'First']) await addItem(request, person, { title });
  await page.goto(kind.path);
  await expect(cardOf(page, 'First')).toBeVisible();
  await blockStream(page);
  await page.route(urls.one, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Last loaded on')).toBeVisible();

  await confirmDeletion(page, 'First');
  await expectToast(page, 'Deletion failed', 'Network error');
  await cardOf(page, 'Second').getByRole('button', { name: 'Edit' }).click();
  await titleInput(page).fill('Second, changed');
  await save(page);
  await expectToast(page, 'Update failed', 'Network error');
  await expect(page.locator('.item-title')).toHaveText(['Second, changed']);
  await expect(unsentNotice(page)).toContainText('2 changes are not sent yet: Network error');

  await page.unroute(urls.one);
  await page.unroute('**/api/changes/stream');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectOutboxEmpty(page);
  await expect(page.getByText('Last loaded on')).toHaveCount(0);
  await expect(page.locator('.item-title')).toHaveText(['Second, changed']);
  expect(await itemsOf(request, person)).toMatchObject([{ title: 'Second, changed' }]);
});
