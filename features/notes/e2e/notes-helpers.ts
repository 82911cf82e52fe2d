import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
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
export const loseOneResponse = (page: Page, method: 'POST' | 'PUT') =>
  page.evaluate((expected) => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (init?.method !== expected) return send(input, init);
      window.fetch = send;
      await send(input, init);
      throw new TypeError('The response was lost');
    };
  }, method);

/** Counts the records in one of the app's databases in the browser. */
export const countStoredRecords = (page: Page, database: 'note-drafts' | 'offline') =>
  page.evaluate(async (ending) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(ending))?.name;
    if (!name) return 0;
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const [store = ''] = opening.result.objectStoreNames;
        const counting = opening.result.transaction(store).objectStore(store).count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
  }, `.${database}`);

/** Lists the local storage keys of the drafts. */
export const draftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));

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
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill(content);
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
