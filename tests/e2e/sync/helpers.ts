import type { APIRequestContext, Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { kind, messages, type Words } from '#tests/e2e/items/first-kind.ts';
import {
  bearer,
  cardOf,
  cardsOf,
  itemsOf,
  openNewForm,
  type ServerItem,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { choose, jpeg, preview } from '#tests/e2e/photos/helpers.ts';
import { expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { recordToasts } from '#tests/e2e/support/toast-record.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

/** The words of an item and the width of its photo, which is ignored if items have no photos. */
type Illustrated = Words & { photoWidth?: number | undefined };

/** Saves a new item. Saving closes the form. */
export async function writeItem(page: Page, { title, text, photoWidth }: Illustrated) {
  // Firefox reads a chosen photo only in the foreground tab.
  await page.bringToFront();
  await openNewForm(page);
  await write(page, title, text);
  if (kind.photo && photoWidth) {
    await choose(page, await jpeg(photoWidth, 30));
    await expect(preview(page)).toBeVisible();
  }
  await saveAndClose(page);
  await expect(cardOf(page, title)).toBeVisible();
}

/** Finds the marks of items that are not sent yet. */
export const unsentMarks = (page: Page) => cardsOf(page).getByText('Not sent yet', { exact: true });

/** Expects that everything was sent: no item is marked as unsent, and none is counted. */
export async function expectAllSent(page: Page) {
  await expect(unsentMarks(page)).toHaveCount(0);
  await expect(page.getByText(/(is|are) not sent yet/)).toHaveCount(0);
}

/** Waits until the server has exactly these items, in any order, each with the width of its photo if it has one. */
export async function expectOnServer(
  request: APIRequestContext,
  person: TestPerson,
  expected: Illustrated[],
) {
  const sorted = <T extends Words>(items: T[]) =>
    items.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  const wanted = expected.map((one) => (kind.photo ? one : { ...one, photoWidth: undefined }));
  const onServer = async () =>
    Promise.all(
      (await itemsOf(request, person)).map(async (item) => ({
        ...item,
        photoWidth: await photoWidth(request, person, item),
      })),
    );
  await expect.poll(async () => sorted(await onServer())).toMatchObject(sorted(wanted));
}

async function photoWidth(
  request: APIRequestContext,
  person: TestPerson,
  { photo_path }: ServerItem,
) {
  if (!photo_path) return undefined;
  const headers = bearer(person);
  const response = await request.get(`/api/file/files/${photo_path}`, { headers });
  return (await sharp(await response.body()).metadata()).width;
}

/** Opens a user's items on another device: in a separate browser context. */
export async function openOtherDevice(browser: Browser, page: Page, person: TestPerson) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await context.addInitScript(recordToasts);
  const other = await context.newPage();
  await signInWithoutScreens(other, person);
  await other.goto(kind.path);
  return other;
}

/** Ends the user's session on the server, like signing out everywhere. */
export const endSession = (request: APIRequestContext, person: TestPerson) =>
  request.post('/api/auth/logout', { headers: bearer(person) });

/** Finds the form's notice that another device has changed or deleted the item. */
export const changedNotice = (page: Page) => page.getByText(messages.changedWhileEditing);
