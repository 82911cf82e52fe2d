import type { Page } from '@playwright/test';
import { type Picture, press, type Shot } from '#tests/support/shot.ts';
import { mockNotes } from '../testing/mock-notes.ts';

const states: Omit<Shot, 'path' | 'as'>[] = [
  { name: 'notes' },
  { name: 'notes-read', overlay: true, after: (page) => openNote(page, 'Cabin weekend') },
  { name: 'notes-new', after: (page) => press(page, 'main', 'New note') },
  { name: 'notes-edit', overlay: true, after: (page) => pressOn(page, 'Cabin weekend', 'Edit') },
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
    after: (page) => pressOn(page, 'Cabin weekend', 'Delete'),
  },
  {
    name: 'notes-photo',
    overlay: true,
    after: (page) => pressOn(page, 'Cabin weekend', 'Photo of “Cabin weekend”'),
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
  {
    name: 'notes-wide',
    path: '/notes',
    as: 'user',
    width: 1120,
    height: 720,
    scale: 1.5,
    // Opened by its address, so that the picture shows neither hover nor focus.
    after: async (page) => {
      const link = page.getByRole('listitem').getByRole('link', { name: 'Cabin weekend' });
      const href = (await link.getAttribute('href')) ?? '';
      await page.goto(new URL(href, page.url()).href);
      await page.getByRole('article').waitFor();
    },
  },
  { name: 'notes-phone', path: '/notes', as: 'user', width: 360, height: 720, scale: 2 },
];

const openNote = (page: Page, title: string) =>
  page.getByRole('listitem').getByRole('link', { name: title }).click();

const pressOn = (page: Page, title: string, name: string) =>
  page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name }).click();

async function openCamera(page: Page) {
  await press(page, 'main', 'New note');
  await page.getByRole('button', { name: 'Take photo' }).click();
}

const search = (page: Page, query: string) =>
  page.getByRole('searchbox', { name: 'Search notes' }).fill(query);
