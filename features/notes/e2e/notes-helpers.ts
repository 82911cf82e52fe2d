import type { APIRequestContext } from '@playwright/test';
import { bearer } from '#tests/e2e/items/helpers.ts';
import { photoFile } from '#tests/e2e/support/pictures.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import type { Note } from '../contract.ts';

export async function addNote(
  request: APIRequestContext,
  person: TestPerson,
  note: { title: string; photo_path?: string },
): Promise<Note> {
  const data = { content: 'Some content', ...note };
  const response = await request.post('/api/notes', { data, headers: bearer(person) });
  return (await response.json()).note;
}

export async function addPhoto(request: APIRequestContext, person: TestPerson): Promise<string> {
  const response = await request.post('/api/upload', {
    multipart: { file: await photoFile() },
    headers: bearer(person),
  });
  return (await response.json()).filePath;
}
