import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, signInWithoutScreens } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { recordToasts } from '#e2e/support/toast-record.ts';
import { TOAST_DURATION_MS } from '#shared/constants.ts';
import type { TestPerson } from '#tooling/test-people.ts';
import type { Note } from '../contract.ts';
import { choose, jpeg, preview } from './note-photo-helpers.ts';
import { bearer, cardOf, notesOf, openNewNote, save, write } from './notes-helpers.ts';

/** Saves a new note, with a photo if its width is given. Saving closes the form. */
export async function writeNote(
  page: Page,
  { title, content = 'Some content', photoWidth }: NewNote,
) {
  // Firefox reads a chosen photo only in the tab in front.
  await page.bringToFront();
  await openNewNote(page);
  await write(page, title, content);
  if (photoWidth) {
    await choose(page, await jpeg(photoWidth, 30));
    await expect(preview(page)).toBeVisible();
  }
  await saveAndClose(page);
  await expect(cardOf(page, title)).toBeVisible();
}

type NewNote = { title: string; content?: string; photoWidth?: number };

export async function editContent(page: Page, title: string, content: string) {
  await openForm(page, title);
  await page.getByLabel('Content').fill(content);
  await saveAndClose(page);
}

export async function openForm(page: Page, title: string) {
  await cardOf(page, title).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit note' })).toBeVisible();
}

export async function saveAndClose(page: Page) {
  await save(page);
  await expect(page.getByLabel('Title')).toBeHidden();
}

export async function deleteNote(page: Page, title: string) {
  await cardOf(page, title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Note deleted');
  await expect(cardOf(page, title)).toHaveCount(0);
}

/** Shows toasts for ten minutes: on a busy machine, Undo would be gone before a test presses it. */
export const keepToasts = (target: Page | BrowserContext) =>
  target.addInitScript((usualMs) => {
    const { setTimeout } = window;
    const later = (run: () => void, ms?: number) => setTimeout(run, ms === usualMs ? 600_000 : ms);
    Object.assign(window, { setTimeout: later });
  }, TOAST_DURATION_MS);

/** Finds the marks of notes that are not sent yet. */
export const unsentMarks = (page: Page) => page.getByText('Not sent yet', { exact: true });

/** Expects that everything was sent: no note has a mark, and no line says that something waits. */
export async function expectAllSent(page: Page) {
  await expect(unsentMarks(page)).toHaveCount(0);
  await expect(page.getByText('not sent yet:')).toHaveCount(0);
}

/** Waits until the server has exactly these notes, in any order, each with the width of its photo if it has one. */
export async function expectOnServer(
  request: APIRequestContext,
  person: TestPerson,
  expected: { title: string; content?: string; photoWidth?: number }[],
) {
  const sorted = (notes: { title: string }[]) =>
    notes.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  const onServer = async () =>
    Promise.all(
      (await notesOf(request, person)).map(async (note) => ({
        ...note,
        photoWidth: await photoWidth(request, person, note),
      })),
    );
  await expect.poll(async () => sorted(await onServer())).toMatchObject(sorted(expected));
}

async function photoWidth(
  request: APIRequestContext,
  person: TestPerson,
  { photo_path }: Pick<Note, 'photo_path'>,
) {
  if (!photo_path) return undefined;
  const headers = bearer(person);
  const response = await request.get(`/api/file/files/${photo_path}`, { headers });
  return (await sharp(await response.body()).metadata()).width;
}

/** Opens the notes of a person on another device: in a browser context of its own. */
export async function openOtherDevice(browser: Browser, page: Page, person: TestPerson) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await context.addInitScript(recordToasts);
  const other = await context.newPage();
  await signInWithoutScreens(other, person);
  await other.goto('/notes');
  return other;
}

/** Ends the person's session on the server, as signing out everywhere does. */
export const endSession = (request: APIRequestContext, person: TestPerson) =>
  request.post('/api/auth/logout', { headers: bearer(person) });

/** Reads local storage, session storage, all databases and all caches of the page as one text. */
export function readAllStorage(page: Page) {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const request = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        found.push(all.result);
      }
      database.close();
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return JSON.stringify(found, (name, value) => (name === 'bytes' ? '[photo]' : value));
  });
}
