import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { countCalls } from '#e2e/support/account.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { apiMessages } from '#shared/messages.ts';
import { noteItems } from '../contract.ts';
import { addNote, cardOf, openNewNote, save, write } from './notes-helpers.ts';
import {
  deleteNote,
  editContent,
  expectAllSent,
  expectOnServer,
  openForm,
  saveAndClose,
  unsentMarks,
  writeNote,
} from './sync-helpers.ts';

test('A page that ends at any step of creating a note leaves it to the next page, which sends it once', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  // Its session is stored in the browser, so the following pages are signed in, too.
  await page.close();
  const first = await openStalling(context, { request: 'POST /api/upload', at: 'request' });
  await writeNote(first, { title: 'Once', photoWidth: 40 });
  await closeWhenStalled(first);
  for (const stall of [
    { request: 'POST /api/upload', at: 'response' },
    { request: 'POST /api/notes', at: 'request' },
    { request: 'POST /api/notes', at: 'response' },
  ] as const)
    await closeWhenStalled(await openStalling(context, stall));
  const last = await openSettled(context);
  await expectOnServer(request, person, [{ title: 'Once', photoWidth: 40 }]);
  await expect(cardOf(last, 'Once').locator('img')).toBeVisible();
});

test('A page that ends at any step of changing or deleting a note leaves it to the next page, which sends it once', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Once' });
  await page.goto('/notes');
  await expect(cardOf(page, 'Once')).toBeVisible();
  await page.close();

  const changing = 'PUT /api/notes/';
  const first = await openStalling(context, { request: changing, at: 'request' });
  await editContent(first, 'Once', 'Changed');
  await closeWhenStalled(first);
  await closeWhenStalled(await openStalling(context, { request: changing, at: 'response' }));
  const again = await openStalling(context, { request: changing, at: 'response' });
  // Changed again before it is known whether the server has the first change.
  await editContent(again, 'Once', 'Changed twice');
  await closeWhenStalled(again);
  const changed = await openSettled(context);
  await expectOnServer(request, person, [{ title: 'Once', content: 'Changed twice' }]);
  await expect(cardOf(changed, 'Changed twice')).toHaveCount(1);
  await changed.close();

  const deleting = 'DELETE /api/notes/';
  const second = await openStalling(context, { request: deleting, at: 'request' });
  await deleteNote(second, 'Once');
  await closeWhenStalled(second);
  await closeWhenStalled(await openStalling(context, { request: deleting, at: 'response' }));
  const last = await openSettled(context);
  await expectOnServer(request, person, []);
  await expect(last.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
});

test('Tabs that write at once show the notes of each other, send each once and share one stream', async ({
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
    if (pathname === '/api/notes' && made.method() === 'POST') creations.push(made.method());
  });
  await first.goto('/notes');
  const second = await context.newPage();
  await second.goto('/notes');
  await expect(second.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  for (const page of [first, second]) await openNewNote(page);
  await write(first, 'From the first tab', 'One');
  await write(second, 'From the second tab', 'Two');
  await Promise.all([save(first), save(second)]);
  await writeNote(first, { title: 'Once more' });
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

  await test.step('a change of another device arrives in both, and in the second without the first', async () => {
    await addNote(request, person, { title: 'From a phone' });
    for (const page of [first, second]) await expect(cardOf(page, 'From a phone')).toBeVisible();
    expect(streams).toBe(1);
    await first.close();
    await expect.poll(() => streams).toBe(2);
    await addNote(request, person, { title: 'From a tablet' });
    await expect(cardOf(second, 'From a tablet')).toBeVisible();
  });
});

test('A note that the server does not accept is set aside with the reason until it is corrected, and others are sent', async ({
  signedIn: page,
  person,
  request,
}) => {
  await test.step('because of its photo', async () => {
    const uploads = countCalls(page, '/api/upload');
    await page.addInitScript(damageUploads);
    await page.goto('/notes');
    await writeNote(page, { title: 'Damaged', photoWidth: 40 });
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(cardOf(page, 'Damaged')).toContainText('Not accepted');
    await expect(unsentMarks(page)).toHaveCount(0);
    await page.reload();
    await writeNote(page, { title: 'Whole' });
    await expectOnServer(request, person, [{ title: 'Whole' }]);
    // It waits for the person: it is not sent again by itself.
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
  });

  await test.step('because of something else', async () => {
    const error = noteItems.errors.limitReached(2);
    await page.route('**/api/notes', (route) =>
      route.fulfill({ status: 403, json: { success: false, error } }),
    );
    await writeNote(page, { title: 'One too many' });
    await expectToast(page, 'Creation failed', error);
    await page.reload();
    await openForm(page, 'One too many');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(error);
    await page.unroute('**/api/notes');
    await saveAndClose(page);
    await expectOnServer(request, person, [
      { title: 'Damaged' },
      { title: 'One too many' },
      { title: 'Whole' },
    ]);
    await expect(page.getByText('Not accepted')).toHaveCount(0);
  });
});

/** Runs in the page. Uploads something that is no photo. */
function damageUploads() {
  const { append } = FormData.prototype;
  FormData.prototype.append = function (this: FormData, name: string, _: unknown, file?: string) {
    append.call(this, name, new Blob(['no photo'], { type: 'image/jpeg' }), file);
  };
}

type Stall = { request: string; at: 'request' | 'response' };

/** Opens the notes on a page that stops at a request: before it is sent, or when its response has arrived. */
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
  await page.goto('/notes');
  return page;
}

async function closeWhenStalled(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-stalled');
  await page.close();
}

/** Opens the notes and waits until everything is sent and nothing needs a decision. */
async function openSettled(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/notes');
  await expect(page.locator('.note-stats[aria-busy=false]')).toBeVisible();
  await expectAllSent(page);
  await expect(page.getByText('Two versions')).toHaveCount(0);
  return page;
}
