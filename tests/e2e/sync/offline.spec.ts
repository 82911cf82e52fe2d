import type { APIRequestContext, Page } from '@playwright/test';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import { testOnOwnSite as test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  cardsOf,
  deleteItem,
  editText,
  expectTitles,
  itemsOf,
  openNewForm,
  titleInput,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { createPerson, expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#tests/e2e/support/site.ts';
import { visitTwice } from '#tests/e2e/support/site-fixtures.ts';
import { expectAllSent, expectOnServer, unsentMarks, writeItem } from './helpers.ts';

test.use({ serviceWorkers: 'allow' });

test('Items that are written, changed and deleted offline survive a reload and are sent exactly once', {
  tag: '@smoke',
}, async ({ page, context, request, browserName }) => {
  const person = await openWithItems(page, request);
  await context.setOffline(true);
  await writeItem(page, { title: 'First', photoWidth: 40 });
  await writeItem(page, { title: 'Second', photoWidth: 50 });
  await writeItem(page, { title: 'Third', photoWidth: 60 });
  await editText(page, 'Packing list', 'Tent, stove, matches, rope');
  await deleteItem(page, 'Finished');
  // No request was made, so no failure is shown.
  expect(await toastTitles(page)).toEqual([]);

  await page.reload();
  await expectTitles(page, ['Third', 'Second', 'First', 'Packing list']);
  await expect(unsentMarks(page)).toHaveCount(4);
  await expect(cardOf(page, 'Packing list')).toContainText('rope');
  await expect(page.getByText('5 changes are not sent yet')).toBeVisible();
  if (kind.photo) {
    await expect(page.locator('.item-photo img')).toHaveCount(4);
    await cardOf(page, 'Second')
      .getByRole('button', { name: messages.photoOf('Second') })
      .click();
    await expect(page.getByRole('dialog').locator('img')).toHaveJSProperty('naturalWidth', 50);
    await page.keyboard.press('Escape');
  }
  await expectAccessible(page);
  expect(await itemsOf(request, person)).toHaveLength(2);

  await context.setOffline(false);
  // Firefox then sends no event to a page that was loaded while Playwright kept it offline.
  if (browserName === 'firefox') await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectAllSent(page);
  const sent = [
    { title: 'First', photoWidth: 40 },
    { title: 'Second', photoWidth: 50 },
    { title: 'Third', photoWidth: 60 },
    { title: 'Packing list', text: 'Tent, stove, matches, rope', photoWidth: 800 },
  ];
  await expectOnServer(request, person, sent);
  await page.reload();
  await expect(cardsOf(page)).toHaveCount(4);
  if (kind.photo) await expect(page.locator('.item-photo img')).toHaveCount(4);
  await expectOnServer(request, person, sent);
});

test('Without a server, an unsent item is kept with the reason, and sent on request', async ({
  page,
  request,
  site,
}) => {
  const person = await openWithItems(page, request);
  await site.stop();
  // Otherwise the page could detect by itself that the server is back.
  await page.addInitScript(blockStream);
  await page.goto(kind.path);
  await expectToast(page, messages.toasts.loadFailed.title);
  await expect(page.getByText('Last loaded on')).toBeVisible();
  await writeItem(page, { title: 'On the train', text: 'No signal in the tunnel' });
  await expectToast(page, 'Creation failed', 'Network error');
  await expect(cardOf(page, 'On the train')).toContainText('Not sent yet');
  await expect(page.getByText('1 change is not sent yet: Network error')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send now' }).click();
  await expectToast(page, 'Creation failed', 'Network error');
  await site.start();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expectAllSent(page);
  expect(await itemsOf(request, person)).toMatchObject([
    { title: 'On the train', text: 'No signal in the tunnel' },
    {},
    {},
  ]);
});

test('Updating the app keeps the item that is being written', async ({ page, request, site }) => {
  await openWithItems(page, request);
  await openNewForm(page);
  await titleInput(page).fill('Half a thought');
  await site.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction(() => document.scripts[0]?.src.includes('-next.js'));
  await expect(page.getByText('Half a thought')).toBeVisible();
});

/** Opens the list with two items, controlled by the service worker, and waits until it is stored. */
async function openWithItems(page: Page, request: APIRequestContext) {
  const person = await createPerson(request);
  await addItem(request, person, {
    title: 'Packing list',
    text: 'Tent, stove, matches',
    photo_path: await addPhoto(request, person),
  });
  await addItem(request, person, { title: 'Finished' });
  await signInWithoutScreens(page, person);
  await visitTwice(page);
  await page.goto(kind.path);
  await expect(cardOf(page, 'Packing list')).toBeVisible();
  if (kind.photo) await expect(page.locator('.item-photo img')).toBeVisible();
  return person;
}

/** Runs in the page. Lets no event stream open. */
function blockStream() {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    if (String(input).includes('/api/changes/stream')) throw new TypeError('Blocked');
    return send(input, init);
  };
}
