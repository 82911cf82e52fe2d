import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Person } from './fixtures.ts';
import { bearer, notesOf, picture } from './notes-helpers.ts';

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

export async function storedPhoto(request: APIRequestContext, person: Person) {
  const [note] = await notesOf(request, person);
  const answer = await request.get(`/api/file/files/${note?.photo_path}`, {
    headers: bearer(person),
  });
  return sharp(await answer.body()).metadata();
}
