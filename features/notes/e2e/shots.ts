import type { Page } from '@playwright/test';
import { type Picture, press, type Shot } from '#tests/support/shot.ts';
import type { Note } from '../contract.ts';
import { mockNotes } from '../testing/mock-notes.ts';

const states: Omit<Shot, 'path' | 'as'>[] = [
  { name: 'notes' },
  { name: 'notes-read', overlay: true, after: (page) => openNote(page, 'Cabin weekend') },
  { name: 'notes-new', after: (page) => press(page, 'main', 'New note') },
  { name: 'notes-edit', overlay: true, after: (page) => pressIn(page, 'Cabin weekend', 'Edit') },
  {
    name: 'notes-unsaved',
    overlay: true,
    after: async (page) => {
      await press(page, 'main', 'New note');
      await page.getByLabel('Title').fill('Half a thought');
      await page.keyboard.press('Escape');
      await page.getByText('Half a thought').waitFor();
    },
  },
  {
    name: 'notes-delete',
    overlay: true,
    after: (page) => pressIn(page, 'Cabin weekend', 'Delete'),
  },
  {
    name: 'notes-photo',
    overlay: true,
    after: (page) => pressIn(page, 'Cabin weekend', 'Photo of “Cabin weekend”'),
  },
  {
    name: 'notes-camera',
    overlay: true,
    after: async (page) => {
      await openCamera(page);
      await page.getByRole('button', { name: 'Switch camera' }).waitFor();
    },
  },
  {
    name: 'notes-camera-starting',
    overlay: true,
    before: (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
      }),
    after: async (page) => {
      await openCamera(page);
      await page.getByText('Starting the camera…').waitFor();
    },
  },
  {
    name: 'notes-search',
    after: async (page) => {
      await search(page, 'the');
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'notes-nothing-found',
    after: async (page) => {
      await search(page, 'zebra');
      await page.getByRole('heading', { name: 'No notes match' }).waitFor();
    },
  },
  {
    name: 'notes-camera-review',
    overlay: true,
    after: async (page) => {
      await openCamera(page);
      await page.getByRole('button', { name: 'Capture' }).click();
      await page.getByRole('button', { name: 'Use photo' }).waitFor();
    },
  },
  {
    name: 'notes-empty',
    before: async (page) => {
      await mockNotes(page, []);
      // The stream would announce the account's real notes.
      await page.route('**/api/changes/stream', () => {});
    },
  },
  { name: 'notes-loading', before: (page) => page.route('**/api/notes', () => {}) },
  {
    name: 'notes-error',
    overlay: true,
    before: (page) => page.route('**/api/notes', (route) => route.abort()),
  },
];

export const shots: Shot[] = states.map((state) => ({ ...state, path: '/notes', as: 'user' }));

/** The home page and the manifest use the same sizes, so that the layout does not shift. */
export const pictures: Picture[] = [
  pictureOf('notes-wide', { width: 1120, height: 720, scale: 1.5 }, 'Cabin weekend'),
  pictureOf('notes-phone', { width: 360, height: 720, scale: 2 }),
  pictureOf('notes-reading', { width: 400, height: 640, scale: 1.75 }, 'Harbour walk'),
];

type Size = Pick<Picture, 'width' | 'height' | 'scale'>;

/** Shows the notes of the demo, and one of them if a title is given. */
function pictureOf(name: string, size: Size, title?: string): Picture {
  return {
    name,
    path: '/notes',
    as: 'user',
    ...size,
    before: showFixedDates,
    // Opened by its address, so that the picture shows neither hover nor focus.
    after: async (page) => {
      if (!title) return;
      const link = page.getByRole('listitem').getByRole('link', { name: title });
      const href = (await link.getAttribute('href')) ?? '';
      await page.goto(new URL(href, page.url()).href);
      await page.getByRole('article', { name: title }).waitFor();
    },
  };
}

/** When the pictures are taken, according to the page, and how many hours before that each note was created. */
const NOW = Date.UTC(2026, 10, 18, 9, 41);
const AGES_H = [0.5, 14, 63, 122, 461, 555];

/** Replaces the dates of the demo's notes, so that pictures differ only if the app does. */
async function showFixedDates(page: Page) {
  await page.clock.setFixedTime(NOW);
  await page.route('**/api/notes', async (route) => {
    const response = await route.fetch();
    const { notes, ...rest }: { notes: Note[] } = await response.json();
    const dated = notes.map((note, index) => {
      const time = new Date(NOW - (AGES_H[index] ?? 0) * 3_600_000).toISOString();
      return { ...note, created_at: time, updated_at: time };
    });
    await route.fulfill({ response, json: { ...rest, notes: dated } });
  });
}

const openNote = (page: Page, title: string) =>
  page.getByRole('listitem').getByRole('link', { name: title }).click();

/** Presses a button where a note is read. */
async function pressIn(page: Page, title: string, name: string) {
  await openNote(page, title);
  await page.getByRole('article', { name: title }).getByRole('button', { name }).click();
}

async function openCamera(page: Page) {
  await press(page, 'main', 'New note');
  await page.getByRole('button', { name: 'Take photo' }).click();
}

const search = (page: Page, query: string) =>
  page.getByRole('searchbox', { name: 'Search notes' }).fill(query);
