import type { Page } from '@playwright/test';
import type { Note } from '../contract.ts';

/** Responds with the given notes instead of the server, for example old notes or a thousand. */
export const mockNotes = (page: Page, notes: Partial<Note>[]) =>
  page.route('**/api/notes', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, notes: notes.map(toFullNote), seq: 0 } })
      : route.continue(),
  );

function toFullNote(note: Partial<Note>, index: number): Note {
  const time = new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString();
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title: `Note ${index}`,
    content: 'Some content',
    photo_path: null,
    created_at: time,
    updated_at: time,
    version: 1,
    ...note,
  };
}
