import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { app } from '#app';
import { bearer, itemsOf, picture } from '#tests/e2e/items/helpers.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

export const preview = (page: Page) => page.getByAltText('The photo you chose');

export async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer }[],
) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose from gallery' }).click();
  await (await choosing).setFiles(file);
}

export const jpeg = async (width: number, height: number) => [
  { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: await picture(width, height) },
];

/** Reads the stored photo of the only draft in this browser. */
export async function draftPhoto(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const stored = await done<{ path: string; bytes: ArrayBuffer }[]>(
      database.transaction('photos').objectStore('photos').getAll(),
    );
    database.close();
    const photo = stored.find(({ path }) => path.startsWith('draft/'));
    return [...new Uint8Array(photo?.bytes ?? new ArrayBuffer(0))];
  }, `${app.id}.local`);
  return Buffer.from(bytes);
}

export async function storedPhoto(request: APIRequestContext, person: TestPerson) {
  const [item] = await itemsOf(request, person);
  const response = await request.get(`/api/file/files/${item?.photo_path}`, {
    headers: bearer(person),
  });
  return sharp(await response.body()).metadata();
}
