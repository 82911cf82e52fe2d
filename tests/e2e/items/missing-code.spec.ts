import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { changedNotice } from '#tests/e2e/sync/helpers.ts';
import { kind, messages, NO_PHOTO } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  changeItem,
  itemsOf,
  openForm,
  saveAndClose,
  write,
} from './helpers.ts';

/**
 * Keeps a part of the app from being loaded, as without a network, or after a deploy without a service worker. Returns
 * what ends that. Firefox tries to load a module only once, so there the person reloads the page, as the toast says.
 */
async function blockCode(page: Page, name: string) {
  const address = new RegExp(`/assets/${name}-.*\\.js`);
  await page.route(address, (route) => route.abort());
  return async () => {
    await page.unroute(address);
    if (page.context().browser()?.browserType().name() === 'firefox') await page.reload();
  };
}

async function expectScreenStays(page: Page) {
  await expectToast(page, 'Not loaded');
  await expect(page.getByRole('heading', { name: messages.heading, level: 1 })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
}

test('A conflict whose dialog cannot be loaded waits with its item, and can be decided later', async ({
  signedIn: page,
  person,
  request,
}) => {
  const item = await addItem(request, person, { title: 'Meeting', text: 'At nine' });
  const unblock = await blockCode(page, 'conflict-dialog');
  await page.goto(kind.path);
  await openForm(page, 'Meeting');
  await changeItem(request, person, item, { title: 'Meeting', text: 'At ten' });
  await expect(changedNotice(page)).toBeVisible();
  await write(page, 'Meeting', 'At eight');
  await saveAndClose(page);
  await expectScreenStays(page);
  await expect(cardOf(page, 'Meeting')).toContainText('Two versions');

  const edit = cardOf(page, 'Meeting').getByRole('button', { name: 'Edit' });
  await edit.click();
  await expectScreenStays(page);
  await unblock();
  await edit.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('region', { name: 'This device' })).toContainText('At eight');
  await dialog.getByRole('button', { name: 'Keep this one' }).click();
  await expect(page.getByText('Two versions')).toHaveCount(0);
  await expect.poll(() => itemsOf(request, person)).toMatchObject([{ text: 'At eight' }]);
});

test('A photo whose dialog cannot be loaded keeps the list visible, and opens next time', async ({
  signedIn: page,
  person,
  request,
}) => {
  test.skip(!kind.photo, NO_PHOTO);
  const photo_path = await addPhoto(request, person);
  await addItem(request, person, { title: 'Harbour', photo_path });
  const unblock = await blockCode(page, 'photo-dialog');
  await page.goto(kind.path);
  const photo = cardOf(page, 'Harbour').getByRole('button', { name: 'Photo of' });
  await photo.click();
  await expectScreenStays(page);
  await unblock();
  await photo.click();
  await expect(page.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
});

test('A search whose code cannot be loaded says so, and works once it can', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Harbour', 'Meeting']) await addItem(request, person, { title });
  const unblock = await blockCode(page, 'search-index');
  await page.goto(kind.path);
  await expect(cardOf(page, 'Harbour')).toBeVisible();
  const search = page.getByRole('searchbox', { name: messages.search });
  await search.fill('har');
  await expectScreenStays(page);
  await unblock();
  await search.fill('harb');
  await expect(cardOf(page, 'Meeting')).toHaveCount(0);
  await expect(cardOf(page, 'Harbour')).toBeVisible();
});
