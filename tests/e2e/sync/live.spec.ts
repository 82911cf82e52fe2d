import type { Page } from '@playwright/test';
import { kind, messages, urls } from '#tests/e2e/items/first-kind.ts';
import { test, testOnOwnSite as withOwnServer } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  changeItem,
  deleteElsewhere,
  expectWritten,
  followLinkToItems,
  openForm,
  write,
} from '#tests/e2e/items/helpers.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open, toastTitles } from '#tests/e2e/support/site.ts';
import { endSession, openOtherDevice, writeItem } from './helpers.ts';

test('Changes and deletions from another device are shown without a reload, and in an open form', {
  tag: '@smoke',
}, async ({ signedIn: page, browser, person, request }) => {
  await page.goto(kind.path);
  const other = await openOtherDevice(browser, page, person);
  await writeItem(other, { title: 'From a phone', photoWidth: 40 });
  await expect(cardOf(page, 'From a phone')).toBeVisible();
  if (kind.photo) await expect(cardOf(page, 'From a phone').locator('img')).toBeVisible();
  await other.context().close();

  await openForm(page, 'From a phone');
  await write(page, 'From a phone', 'Being written');
  const item = await addItem(request, person, { title: 'Also from there' });
  await expect(page.locator('.item-title', { hasText: 'Also from there' })).toBeVisible();
  await expectWritten(page, 'From a phone', 'Being written');
  await page.keyboard.press('Escape');

  await openForm(page, 'Also from there');
  await changeItem(request, person, item, { title: 'Also from there', text: 'Changed there' });
  const dialog = page.getByRole('dialog', { name: messages.edit });
  await expect(dialog.getByRole('status')).toHaveText(messages.changedWhileEditing);
  await deleteElsewhere(request, person, item);
  await expect(dialog.getByRole('status')).toHaveText(messages.deletedWhileEditing);
  await page.keyboard.press('Escape');
  await expect(cardOf(page, 'Also from there')).toHaveCount(0);
  expect(await toastTitles(page)).toEqual([]);
});

test('A list that was loaded before is shown without being loaded again', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Loaded once' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Loaded once')).toBeVisible();
  const calls = countCalls(page, kind.list.path);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await addItem(request, person, { title: 'Written meanwhile' });
  await followLinkToItems(page);
  await expect(cardOf(page, 'Loaded once')).toBeVisible();
  await expect(cardOf(page, 'Written meanwhile')).toBeVisible();
  await addItem(request, person, { title: 'Written before the reload' });
  await page.reload();
  await expect(cardOf(page, 'Written before the reload')).toBeVisible();
  expect(calls.count).toBe(0);
});

test('A stream that ended unnoticed while the device was asleep is reopened', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.clock.install();
  await page.addInitScript(silenceFirstStream);
  const streams = countCalls(page, '/api/changes/stream');
  await page.goto(kind.path);
  await expect(page.locator('html')).toHaveAttribute('data-silent');
  await addItem(request, person, { title: 'Written during the night' });
  await page.clock.fastForward('01:00:00');
  await expect.poll(() => streams.count).toBe(2);
  await expect(cardOf(page, 'Written during the night')).toBeVisible();

  await test.step('a page that becomes visible opens it again, too', async () => {
    await setVisibility(page, 'hidden');
    await addItem(request, person, { title: 'Written in the background' });
    await setVisibility(page, 'visible');
    await expect(cardOf(page, 'Written in the background')).toBeVisible();
    expect(streams.count).toBe(3);
  });
});

withOwnServer(
  'After a restart of the server, changes of other devices arrive again by themselves',
  async ({ signedIn: page, person, request, site }) => {
    await addItem(request, person, { title: 'Before' });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Before')).toBeVisible();
    await site.stop();
    await expect(page.getByText('Last loaded on')).toBeVisible();
    await site.start();
    await addItem(request, person, { title: 'After' });
    await expect(cardOf(page, 'After')).toBeVisible();
    await expect(page.getByText('Last loaded on')).toBeHidden();
    // The user neither opened nor pulled the list, so the failure is not reported.
    expect(await toastTitles(page)).toEqual([]);
  },
);

test('A public page does not detect that the session has ended, and makes no request that could', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await page.route(urls.all, (route) => route.abort());
  await writeItem(page, { title: 'Not sent' });
  await expect(page.getByText('1 change is not sent yet: Network error')).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  const calls: string[] = [];
  page.on('request', (made) => made.url().includes('/api/') && calls.push(made.url()));
  await endSession(request, person);
  for (const path of ['/', '/about']) {
    await context.setOffline(true);
    await context.setOffline(false);
    await setVisibility(page, 'hidden');
    await setVisibility(page, 'visible');
    await open(page, path);
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(path);
  }
  expect(calls).toEqual([]);
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});

/**
 * Runs in the page. Passes on the first event of the first stream and then nothing, like a connection that was cut off.
 */
function silenceFirstStream() {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    if (!String(input).includes('/api/changes/stream')) return response;
    window.fetch = send;
    const source = response.body?.getReader();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue((await source?.read())?.value);
        document.documentElement.dataset.silent = 'yes';
        init?.signal?.addEventListener('abort', () => controller.error(new Error('Aborted')));
      },
    });
    return new Response(body, response);
  };
}

/** Tells the page that it is hidden or visible, as when another app is in front of it. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
