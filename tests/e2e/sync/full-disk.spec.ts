import type { Page } from '@playwright/test';
import { storedKeys } from '#tests/e2e/items/device.ts';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  deleteItem,
  expectNoItems,
  expectWritten,
  openNewForm,
  save,
  saveAndClose,
  unsentNotice,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#tests/e2e/support/site.ts';
import { expectAllSent, expectOnServer, writeItem } from './helpers.ts';

test.describe('in Chromium, whose storage can be limited', () => {
  test.skip(({ browserName }) => browserName !== 'chromium');

  test('With a full disk the first list is shown from memory and follows changes, with a notice and only one download', async ({
    signedIn: page,
    person,
    request,
    baseURL,
  }) => {
    await addItem(request, person, { title: 'Loaded' });
    const lists = countCalls(page, kind.list.path);
    const makeRoom = await limitStorage(page, baseURL);
    await page.goto(kind.path);
    await expect(cardOf(page, 'Loaded')).toBeVisible();
    const notice = page.getByText('There is no space left on this device');
    await expect(notice).toBeVisible();
    await expectAccessible(page);

    await test.step('changes of other devices arrive, and the list is not loaded again', async () => {
      await addItem(request, person, { title: 'From a phone' });
      await expect(cardOf(page, 'From a phone')).toBeVisible();
      await expect(notice).toBeVisible();
      expect(lists.count).toBe(1);
      expect(await toastTitles(page)).toEqual([]);
      expect(await storedKeys(page, 'items')).toEqual([]);
    });

    await test.step('once there is room again, the list is stored', async () => {
      await makeRoom();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(notice).toHaveCount(0);
      await expect.poll(async () => (await storedKeys(page, 'items')).length).toBe(2);
      await expect(cardOf(page, 'Loaded')).toBeVisible();
    });
  });

  test('On a full disk nothing is reported as saved, and the form keeps its text', async ({
    signedIn: page,
    person,
    request,
    baseURL,
  }) => {
    const makeRoom = await limitStorage(page, baseURL);
    await page.goto(kind.path);
    await openNewForm(page);
    await write(page, 'Last words', 'Before the disk was full');
    await expect(page.getByText(messages.draftNotStored)).toBeVisible();
    await save(page);
    await expectToast(page, 'Not enough space');
    await expectWritten(page, 'Last words', 'Before the disk was full');
    await expect(cardOf(page, 'Last words')).toHaveCount(0);
    await expect(page.getByText(messages.draftStored)).toHaveCount(0);
    await expectOnServer(request, person, []);
    await makeRoom();
    await saveAndClose(page);
    await expectOnServer(request, person, [{ title: 'Last words' }]);
    await expectAllSent(page);
  });
});

test('An item that cannot be sent because the disk is full shows the reason, and is sent when there is room', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await expectNoItems(page);
  await context.setOffline(true);
  await writeItem(page, { title: 'Waiting' });
  const makeRoom = await fillDisk(page);
  await context.setOffline(false);
  await expect(unsentNotice(page)).toContainText('no space left on this device');
  await expectAccessible(page);
  await expect(cardOf(page, 'Waiting')).toContainText('Not sent yet');
  await expectOnServer(request, person, []);
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await sendNow.click();
  await expectToast(page, 'Creation failed', 'There is no space left on this device.');
  await makeRoom();
  await sendNow.click();
  await expectOnServer(request, person, [{ title: 'Waiting' }]);
  await expectAllSent(page);
});

test('An undo that fails because the disk is full is offered again', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Harbour' });
  await page.goto(kind.path);
  await deleteItem(page, 'Harbour');
  const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
  // The toast stays while the pointer is over it.
  await undo.hover();
  await expectOnServer(request, person, []);
  await expect.poll(() => storedKeys(page, 'outbox')).toEqual([]);
  const makeRoom = await fillDisk(page);
  await undo.click();
  await expectToast(page, 'Not enough space');
  await expect(cardOf(page, 'Harbour')).toHaveCount(0);
  await undo.hover();
  await makeRoom();
  await undo.click();
  await expect(cardOf(page, 'Harbour')).toBeVisible();
  await expectOnServer(request, person, [{ title: 'Harbour' }]);
});

/** Gives the site no space from the beginning. Returns a function that makes room. */
async function limitStorage(page: Page, origin = '') {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return () => session.send('Storage.overrideQuotaForOrigin', { origin });
}

/** Gives the page no space for anything new. Returns a function that makes room again. */
async function fillDisk(page: Page) {
  const disk = await page.evaluateHandle(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    return { put };
  });
  return () =>
    disk.evaluate(({ put }) => {
      IDBObjectStore.prototype.put = put;
    });
}
