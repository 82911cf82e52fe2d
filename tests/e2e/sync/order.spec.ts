import { kind, messages, NO_PHOTO, urls } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  cardOf,
  editText,
  expectNoItems,
  expectTitles,
  itemsOf,
  unsentNotice,
} from '#tests/e2e/items/helpers.ts';
import { blockStream } from '#tests/e2e/items/network.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { fetchWithBody } from '#tests/e2e/support/request-bodies.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { expectAllSent, expectOnServer, unsentMarks, writeItem } from './helpers.ts';

const UPLOAD = /\/api\/upload\?/;

test.beforeEach(async ({ signedIn: page }) => {
  await page.goto(kind.path);
  await expectNoItems(page);
});

test('Items that were written offline keep their order, even with a photo or a later change', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  const titles = Array.from({ length: 8 }, (_, number) => `Item ${number + 1}`);
  let creating = 0;
  let mostAtOnce = 0;
  await page.route(urls.all, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    mostAtOnce = Math.max(mostAtOnce, ++creating);
    const response = await fetchWithBody(route);
    creating--;
    await route.fulfill({ response });
  });
  await context.setOffline(true);
  for (const title of titles)
    await writeItem(page, { title, photoWidth: title === 'Item 4' ? 40 : undefined });
  await editText(page, 'Item 2', 'Changed before it was sent');
  await context.setOffline(false);
  await expectAllSent(page);
  expect((await itemsOf(request, person)).map(({ title }) => title)).toEqual(titles.toReversed());
  await expectTitles(page, titles.toReversed());
  expect(mostAtOnce).toBe(1);
});

test('Items keep their order when the connection fails while they are sent', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await context.setOffline(true);
  for (const title of ['First', 'Second', 'Third']) await writeItem(page, { title });
  await page.route(urls.all, (route) => route.abort());
  await context.setOffline(false);
  await expect(unsentNotice(page)).toContainText('3 changes are not sent yet: Network error');
  for (const _ of ['once', 'twice', 'three times']) {
    await page.getByRole('button', { name: 'Send now' }).click();
    await expectToast(page, 'Creation failed', 'Network error');
  }
  await page.unroute(urls.all);
  await writeItem(page, { title: 'Fourth' });
  await expectAllSent(page);
  expect((await itemsOf(request, person)).map(({ title }) => title)).toEqual([
    'Fourth',
    'Third',
    'Second',
    'First',
  ]);
});

test('Photos are uploaded one at a time and hold back neither texts nor other tabs', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  test.skip(!kind.photo, NO_PHOTO);
  const uploads = countCalls(page, '/api/upload');
  const mayUpload = Promise.withResolvers<void>();
  await page.route(UPLOAD, async (route) => {
    await mayUpload.promise;
    await route.continue();
  });
  await writeItem(page, { title: 'Large', photoWidth: 40 });
  await writeItem(page, { title: 'Also large', photoWidth: 50 });
  await writeItem(page, { title: 'Text' });
  await expectOnServer(request, person, [{ title: 'Text' }]);
  await editText(page, 'Text', 'Changed');
  await expectOnServer(request, person, [{ title: 'Text', text: 'Changed' }]);
  const tab = await context.newPage();
  await tab.goto(kind.path);
  await writeItem(tab, { title: 'From a tab' });
  await expectOnServer(request, person, [{ title: 'Text' }, { title: 'From a tab' }]);
  expect(uploads.count).toBe(1);
  await expect(unsentMarks(page)).toHaveCount(2);

  mayUpload.resolve();
  await expectAllSent(page);
  await expectOnServer(request, person, [
    { title: 'Text' },
    { title: 'From a tab' },
    { title: 'Large', photoWidth: 40 },
    { title: 'Also large', photoWidth: 50 },
  ]);
});

test('An upload without progress is cancelled, an upload with progress is not', async ({
  signedIn: page,
  person,
  request,
}) => {
  test.skip(!kind.photo, NO_PHOTO);
  await page.clock.install();
  await page.addInitScript(makeProgress);
  // Otherwise the page could detect by itself that the server is back.
  await blockStream(page);
  await page.reload();
  await expectToast(page, messages.toasts.loadFailed.title);
  const uploads = countCalls(page, '/api/upload');
  const mayUpload = Promise.withResolvers<void>();
  await page.route(UPLOAD, async (route) => {
    await mayUpload.promise;
    await route.continue().catch(() => {});
  });
  await writeItem(page, { title: 'Slow line', photoWidth: 40 });
  await expect.poll(() => uploads.count).toBe(1);
  for (let minutes = 0; minutes < 10; minutes++) {
    await page.clock.fastForward('01:00');
    await page.evaluate(() => window.dispatchEvent(new Event('progress')));
  }
  await expect(unsentMarks(page)).toHaveCount(1);
  await expect(unsentNotice(page)).toHaveCount(0);

  await page.clock.fastForward('03:00');
  await expectToast(page, 'Creation failed', 'Network error');
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await sendNow.click();
  await expect.poll(() => uploads.count).toBe(2);
  await page.clock.fastForward('00:40');
  await sendNow.click();
  await expect.poll(() => uploads.count).toBe(3);
  mayUpload.resolve();
  await expectAllSent(page);
  await expectOnServer(request, person, [{ title: 'Slow line', photoWidth: 40 }]);
});

test('"Send now" does not wait for an unanswered request, in this or another tab', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await context.route(urls.all, (route) => route.abort());
  await writeItem(page, { title: 'Hanging' });
  await expectToast(page, 'Creation failed', 'Network error');
  const tab = await context.newPage();
  // A page sends unsent changes when it starts.
  const failed = tab.waitForEvent('requestfailed', (made) => made.method() === 'POST');
  await tab.goto(kind.path);
  await failed;
  await expect(unsentNotice(tab)).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Send now' })).toBeEnabled();
  await context.unroute(urls.all);

  const calls = countCalls(page, kind.list.path);
  await page.route(urls.all, () => {});
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await sendNow.click();
  await expect.poll(() => calls.count).toBe(1);
  await expect(sendNow).toBeEnabled();
  await sendNow.click();
  await expect.poll(() => calls.count).toBe(2);

  await tab.getByRole('button', { name: 'Send now' }).click();
  await expectOnServer(request, person, [{ title: 'Hanging' }]);
  for (const one of [page, tab]) await expectAllSent(one);
});

test('A 404 for a new item does not count as a deletion: the item stays unsent with the reason', async ({
  signedIn: page,
  person,
  request,
}) => {
  const json = { success: false, error: 'Not found.' };
  await page.route(urls.all, (route) => route.fulfill({ status: 404, json }));
  await writeItem(page, { title: 'Nowhere' });
  for (const _ of ['once', 'twice']) {
    await expectToast(page, 'Creation failed', 'Not found.');
    await expect(unsentNotice(page)).toContainText('1 change is not sent yet: Not found.');
    await expect(cardOf(page, 'Nowhere')).toContainText('Not sent yet');
    await page.getByRole('button', { name: 'Send now' }).click();
  }
  await expectToast(page, 'Creation failed', 'Not found.');
  await expect(page.getByText(/deleted/i)).toHaveCount(0);
  await page.unroute(urls.all);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expectAllSent(page);
  await expectOnServer(request, person, [{ title: 'Nowhere' }]);
});

/** Runs in the page. Lets the test report upload progress, which the test network does not. */
function makeProgress() {
  const { addEventListener } = XMLHttpRequestUpload.prototype;
  XMLHttpRequestUpload.prototype.addEventListener = function (
    this: XMLHttpRequestUpload,
    type: string,
    listener: EventListener,
  ) {
    addEventListener.call(this, type, listener);
    if (type === 'progress') window.addEventListener(type, listener);
  };
}
