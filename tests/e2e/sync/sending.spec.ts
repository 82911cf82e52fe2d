import type { BrowserContext, Page } from '@playwright/test';
import { apiMessages, itemErrors } from '#shared/messages.ts';
import { kind, urls } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  deleteItem,
  editText,
  expectNoItems,
  openForm,
  openNewForm,
  save,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { expectAllSent, expectOnServer, unsentMarks, writeItem } from './helpers.ts';

test('If a page ends at any step of creating an item, the next page sends the item once', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await expectNoItems(page);
  // Its session is stored in the browser, so the following pages are also signed in.
  await page.close();
  const requests = [...(kind.photo ? ['POST /api/upload'] : []), `POST ${kind.create.path}`];
  const stalls = requests.flatMap((request): Stall[] => [
    { request, at: 'request' },
    { request, at: 'response' },
  ]);
  for (const [index, stall] of stalls.entries()) {
    const stalling = await openStalling(context, stall);
    if (index === 0) await writeItem(stalling, { title: 'Once', photoWidth: 40 });
    await closeWhenStalled(stalling);
  }
  const last = await openSettled(context);
  await expectOnServer(request, person, [{ title: 'Once', photoWidth: 40 }]);
  await expect(cardOf(last, 'Once')).toHaveCount(1);
  if (kind.photo) await expect(cardOf(last, 'Once').locator('img')).toBeVisible();
});

test('If a page ends at any step of changing or deleting an item, the next page sends the change once', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Once' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Once')).toBeVisible();
  await page.close();

  const changing = `PUT ${kind.list.path}/`;
  const first = await openStalling(context, { request: changing, at: 'request' });
  await editText(first, 'Once', 'Changed');
  await closeWhenStalled(first);
  await closeWhenStalled(await openStalling(context, { request: changing, at: 'response' }));
  const again = await openStalling(context, { request: changing, at: 'response' });
  // The item is changed again before it is known whether the server has the first change.
  await editText(again, 'Once', 'Changed twice');
  await closeWhenStalled(again);
  const changed = await openSettled(context);
  await expectOnServer(request, person, [{ title: 'Once', text: 'Changed twice' }]);
  await expect(cardOf(changed, 'Changed twice')).toHaveCount(1);
  await changed.close();

  const deleting = `DELETE ${kind.list.path}/`;
  const second = await openStalling(context, { request: deleting, at: 'request' });
  await deleteItem(second, 'Once');
  await closeWhenStalled(second);
  await closeWhenStalled(await openStalling(context, { request: deleting, at: 'response' }));
  const last = await openSettled(context);
  await expectOnServer(request, person, []);
  await expectNoItems(last);
});

test("Tabs that write at the same time show each other's items, send each item once and share one stream", async ({
  signedIn: first,
  context,
  person,
  request,
}) => {
  let streams = 0;
  const creations: string[] = [];
  context.on('request', (made) => {
    const { pathname } = new URL(made.url());
    if (pathname === '/api/changes/stream') streams++;
    if (pathname === kind.list.path && made.method() === 'POST') creations.push(made.method());
  });
  await first.goto(kind.path);
  const second = await context.newPage();
  await second.goto(kind.path);
  await expectNoItems(second);
  for (const page of [first, second]) await openNewForm(page);
  await write(first, 'From the first tab', 'One');
  await write(second, 'From the second tab', 'Two');
  await Promise.all([save(first), save(second)]);
  await writeItem(first, { title: 'Once more' });
  for (const page of [first, second]) {
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
    await expectAllSent(page);
  }
  const titles = ['From the first tab', 'From the second tab', 'Once more'];
  await expectOnServer(
    request,
    person,
    titles.map((title) => ({ title })),
  );
  expect(creations).toHaveLength(3);
  expect(streams).toBe(1);

  await test.step("another device's change arrives in both tabs, and in the second tab without the first", async () => {
    await addItem(request, person, { title: 'From a phone' });
    for (const page of [first, second]) await expect(cardOf(page, 'From a phone')).toBeVisible();
    expect(streams).toBe(1);
    await first.close();
    await expect.poll(() => streams).toBe(2);
    await addItem(request, person, { title: 'From a tablet' });
    await expect(cardOf(second, 'From a tablet')).toBeVisible();
  });
});

test('An item that the server rejects waits with the reason until it is corrected, and others are sent', async ({
  signedIn: page,
  person,
  request,
}) => {
  const becauseOfPhoto = async () => {
    const uploads = countCalls(page, '/api/upload');
    await page.addInitScript(damageUploads);
    await page.goto(kind.path);
    await writeItem(page, { title: 'Damaged', photoWidth: 40 });
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(cardOf(page, 'Damaged')).toContainText('Not accepted');
    await expect(unsentMarks(page)).toHaveCount(0);
    await page.reload();
    await writeItem(page, { title: 'Whole' });
    await expectOnServer(request, person, [{ title: 'Whole' }]);
    // It waits for the user and is not sent again automatically.
    await expect(cardOf(page, 'Damaged')).toContainText('Not accepted');
    expect(uploads.count).toBe(1);

    await openForm(page, 'Damaged');
    const field = page.getByRole('group', { name: 'Photo' });
    await expect(field).toHaveAccessibleDescription(apiMessages.photoUnsupported);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expect(field).toHaveAccessibleDescription('');
    await saveAndClose(page);
    await expectOnServer(request, person, [
      { title: 'Damaged', photoWidth: undefined },
      { title: 'Whole' },
    ]);
    await expect(page.getByText('Not accepted')).toHaveCount(0);
  };
  if (kind.photo) await test.step('because of its photo', becauseOfPhoto);
  else await page.goto(kind.path);

  await test.step('because of something else', async () => {
    const error = itemErrors.limitReached(kind.many, 2);
    await page.route(urls.all, (route) =>
      route.fulfill({ status: 403, json: { success: false, error } }),
    );
    await writeItem(page, { title: 'One too many' });
    await expectToast(page, 'Creation failed', error);
    await page.reload();
    await openForm(page, 'One too many');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(error);
    await page.unroute(urls.all);
    await saveAndClose(page);
    const others = kind.photo ? ['Damaged', 'Whole'] : [];
    await expectOnServer(
      request,
      person,
      [...others, 'One too many'].map((title) => ({ title })),
    );
    await expect(page.getByText('Not accepted')).toHaveCount(0);
  });
});

/** Runs in the page. Uploads a file that is not a photo. */
function damageUploads() {
  const { append } = FormData.prototype;
  FormData.prototype.append = function (this: FormData, name: string, _: unknown, file?: string) {
    append.call(this, name, new Blob(['no photo'], { type: 'image/jpeg' }), file);
  };
}

type Stall = { request: string; at: 'request' | 'response' };

/** Opens the items on a page that stops at a request: before sending it or when its response has arrived. */
async function openStalling(context: BrowserContext, stall: Stall) {
  const page = await context.newPage();
  await page.addInitScript(({ request, at }) => {
    const isStalling = (method: string | undefined, address: unknown) =>
      `${method ?? 'GET'} ${String(address).replace(location.origin, '')}`.startsWith(request);
    const markStalled = () => {
      document.documentElement.dataset.stalled = request;
    };
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (!isStalling(init?.method, input)) return send(input, init);
      if (at === 'response') await send(input, init);
      markStalled();
      return new Promise(() => {});
    };
    const { open, addEventListener } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string) {
      if (isStalling(method, url)) {
        this.addEventListener = () => {};
        if (at === 'request') this.send = markStalled;
        else addEventListener.call(this, 'load', markStalled);
      }
      open.call(this, method, url, true);
    };
  }, stall);
  await page.goto(kind.path);
  return page;
}

async function closeWhenStalled(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-stalled');
  await page.close();
}

/** Opens the items and waits until everything is sent and nothing needs a decision. */
async function openSettled(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(kind.path);
  await expect(page.locator('.item-title, .items[data-empty]').first()).toBeVisible();
  await expectAllSent(page);
  await expect(page.getByText('Two versions')).toHaveCount(0);
  return page;
}
