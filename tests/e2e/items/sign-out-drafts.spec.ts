import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, open, openUserMenu } from '#tests/e2e/support/site.ts';
import { writeItem } from '#tests/e2e/sync/helpers.ts';
import { draftKeys, storedKeys } from './device.ts';
import { kind, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  cardOf,
  continueDraft,
  expectWritten,
  itemsOf,
  newRows,
  openForm,
  openNewForm,
  write,
} from './helpers.ts';

const stay = (page: Page) => page.getByRole('button', { name: 'Stay signed in' });
const send = (page: Page) => page.getByRole('button', { name: 'Send now' });
const question = (page: Page) => page.getByRole('alertdialog');

test('Signing out with a draft asks first, on any screen, and deletes it only if that is confirmed', async ({
  signedIn: page,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Half a thought', 'Not saved');
  await page.keyboard.press('Escape');
  await expect(newRows(page)).toBeVisible();
  await open(page, '/about');

  await signOut(page);
  await expect(question(page)).toContainText('Sign out with unsaved changes?');
  await expect(question(page)).toContainText(
    '1 unsaved change is only on this device. Signing out deletes everything stored here. To keep the unsaved change, stay signed in and save it.',
  );
  // There is nothing to send, and Enter must not delete anything.
  await expect(send(page)).toHaveCount(0);
  await expect(stay(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await page.goto(kind.path);
  await continueDraft(newRows(page));
  await expectWritten(page, 'Half a thought', 'Not saved');
  await page.keyboard.press('Escape');

  await signOut(page);
  await page.getByRole('button', { name: 'Discard and sign out' }).click();
  await expectToast(page, 'Logged out');
  await expect.poll(() => draftKeys(page)).toEqual([]);
});

test("Unsaved text in another tab's form counts as a draft", async ({
  signedIn: page,
  context,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Still being written', 'In the first tab');
  const tab = await context.newPage();
  await open(tab, '/about');
  await signOut(tab);
  await expect(question(tab)).toContainText('1 unsaved change is only on this device.');
  await stay(tab).click();
  await expectWritten(page, 'Still being written', 'In the first tab');
});

test('With changes and drafts, "Send now" sends the changes and then asks about the drafts', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await writeItem(page, { title: 'Sent before' });
  await expect.poll(() => itemsOf(request, person)).toHaveLength(1);
  await refuseCreating(page);
  await writeItem(page, { title: 'Only here' });
  await openForm(page, 'Sent before');
  await write(page, 'Sent before', 'Half a change');
  await page.keyboard.press('Escape');
  await openNewForm(page);
  await write(page, 'Half a thought', 'Not saved');
  await page.keyboard.press('Escape');
  await expect.poll(() => draftKeys(page)).toHaveLength(2);

  await signOut(page);
  await expect(question(page)).toContainText(
    '1 unsent change and 2 unsaved changes are only on this device. Signing out deletes everything stored here. To keep the unsaved changes, stay signed in and save them.',
  );
  await send(page).click();
  await expect(question(page)).toContainText(
    'Not everything is sent yet. You are still signed in.',
  );
  await acceptCreating(page);
  await send(page).click();
  await expect(question(page)).toContainText(
    'All saved changes were sent. You are still signed in.',
  );
  await expect(question(page)).toContainText('2 unsaved changes are only on this device.');
  await expect(send(page)).toHaveCount(0);
  await expect(stay(page)).toBeFocused();
  await expectAccessible(page);
  expect(await itemsOf(request, person)).toMatchObject([
    { title: 'Only here' },
    { title: 'Sent before' },
  ]);
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Only here')).toBeVisible();
  expect(await draftKeys(page)).toHaveLength(2);
});

test('Choosing to stay while changes are being sent keeps the user signed in when they are sent', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await refuseCreating(page);
  await writeItem(page, { title: 'Only here' });
  await open(page, '/about');
  await acceptCreating(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(urls.all, async (route) => {
    await released;
    await route.continue();
  });
  const sending = page.waitForRequest(urls.all);
  await signOut(page);
  await send(page).click();
  await sending;
  await stay(page).click();
  await expect(question(page)).toBeHidden();
  release();
  await expect.poll(() => itemsOf(request, person)).toHaveLength(1);
  await expect.poll(() => storedKeys(page, 'outbox')).toEqual([]);
  await page.goto(kind.path);
  await expect(cardOf(page, 'Only here')).toBeVisible();
});

async function signOut(page: Page) {
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
}

const refuseCreating = (page: Page) =>
  page.route(urls.all, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );

const acceptCreating = (page: Page) => page.unroute(urls.all);
