import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { app } from '#app';
import { expect } from '#e2e/support/fixtures.ts';
import type { TestPerson } from '#tooling/test-people.ts';
import type { Note } from '../contract.ts';

export { mockNotes } from '../testing/mock-notes.ts';

export const bearer = ({ token }: TestPerson) => ({ Authorization: `Bearer ${token}` });

export async function addNote(
  request: APIRequestContext,
  person: TestPerson,
  note: { title: string; content?: string; photo_path?: string },
): Promise<Note> {
  const data = { content: 'Some content', ...note };
  const response = await request.post('/api/notes', { data, headers: bearer(person) });
  return (await response.json()).note;
}

export async function notesOf(request: APIRequestContext, person: TestPerson): Promise<Note[]> {
  const response = await request.get('/api/notes', { headers: bearer(person) });
  return (await response.json()).notes;
}

export async function addPhoto(request: APIRequestContext, person: TestPerson): Promise<string> {
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(800, 600) };
  const response = await request.post('/api/upload', {
    multipart: { file },
    headers: bearer(person),
  });
  return (await response.json()).filePath;
}

export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4f7cff' } })
    .jpeg()
    .toBuffer();

/** Loses the response to the next request with this method, although the server has processed the request. */
export const loseOneResponse = (page: Page, method: 'POST' | 'PUT' | 'DELETE') =>
  page.evaluate((expected) => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (init?.method !== expected) return send(input, init);
      window.fetch = send;
      await send(input, init);
      throw new TypeError('The response was lost');
    };
  }, method);

type StoreName = 'items' | 'outbox' | 'drafts' | 'photos' | 'thumbnails' | 'cursors' | 'users';

/** Lists the keys of a store in the local database of the app. Each begins with the id of its user. */
export const storedKeys = (page: Page, store: StoreName) =>
  page.evaluate(
    async ({ name, store }) => {
      // Opening a database that does not exist would create it without its stores.
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return [];
      return new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store).getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      });
    },
    { name: `${app.id}.local`, store },
  );

export const draftKeys = (page: Page) => storedKeys(page, 'drafts');

/** Waits until the server has every change that was saved on this device. */
export const expectAllSent = (page: Page) =>
  expect.poll(() => storedKeys(page, 'outbox')).toEqual([]);

/** Ends the event stream, through which changes of other devices arrive, and every try to open it again. */
export const blockStream = (page: Page) =>
  page.route('**/api/changes/stream', (route) => route.abort());

export const unsentNotice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: /not sent yet:/ });

/** Finds the cards that are in the page: of a long list, those near the visible area. */
export const cardsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

export const cardOf = (page: Page, title: string): Locator =>
  cardsOf(page).filter({ hasText: title });

export async function openNewNote(page: Page) {
  await page.getByRole('button', { name: 'New note' }).click();
  await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
}

export async function write(page: Page, title: string, content: string) {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Content', { exact: true }).fill(content);
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
