import type { Page } from '@playwright/test';
import { type Picture, press, type Shot } from '#tests/support/shot.ts';
import { mockNotes } from '../testing/mock-notes.ts';

export const shots: Shot[] = [
  { name: 'notes', path: '/notes', as: 'user' },
  {
    name: 'notes-read',
    path: '/notes',
    as: 'user',
    overlay: true,
    after: (page) => openNote(page, 'Cabin weekend'),
  },
  {
    name: 'notes-new',
    path: '/notes',
    as: 'user',
    after: (page) => press(page, 'main', 'New note'),
  },
  {
    name: 'notes-edit',
    path: '/notes',
    as: 'user',
    overlay: true,
    after: (page) => pressOn(page, 'Cabin weekend', 'Edit'),
  },
  {
    name: 'notes-unsaved',
    path: '/notes',
    as: 'user',
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
    path: '/notes',
    as: 'user',
    overlay: true,
    after: (page) => pressOn(page, 'Cabin weekend', 'Delete'),
  },
  {
    name: 'notes-photo',
    path: '/notes',
    as: 'user',
    overlay: true,
    after: (page) => pressOn(page, 'Cabin weekend', 'Photo of “Cabin weekend”'),
  },
  {
    name: 'notes-camera',
    path: '/notes',
    as: 'user',
    overlay: true,
    after: async (page) => {
      await press(page, 'main', 'New note');
      await page.getByRole('button', { name: 'Take photo' }).click();
      await page.getByRole('button', { name: 'Switch camera' }).waitFor();
    },
  },
  {
    name: 'notes-camera-starting',
    path: '/notes',
    as: 'user',
    overlay: true,
    before: (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
      }),
    after: async (page) => {
      await press(page, 'main', 'New note');
      await page.getByRole('button', { name: 'Take photo' }).click();
      await page.getByText('Starting the camera…').waitFor();
    },
  },
  {
    name: 'notes-search',
    path: '/notes',
    as: 'user',
    after: async (page) => {
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('the');
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'notes-nothing-found',
    path: '/notes',
    as: 'user',
    after: async (page) => {
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('zebra');
      await page.getByRole('heading', { name: 'No notes match' }).waitFor();
    },
  },
  {
    name: 'notes-camera-review',
    path: '/notes',
    as: 'user',
    overlay: true,
    after: async (page) => {
      await press(page, 'main', 'New note');
      await page.getByRole('button', { name: 'Take photo' }).click();
      await page.getByRole('button', { name: 'Capture' }).click();
      await page.getByRole('button', { name: 'Use photo' }).waitFor();
    },
  },
  {
    name: 'notes-empty',
    path: '/notes',
    as: 'user',
    before: async (page) => {
      await mockNotes(page, []);
      // The stream would announce the account's real notes.
      await page.route('**/api/changes/stream', () => {});
    },
  },
  {
    name: 'notes-loading',
    path: '/notes',
    as: 'user',
    before: (page) => page.route('**/api/notes', () => {}),
  },
  {
    name: 'notes-error',
    path: '/notes',
    as: 'user',
    overlay: true,
    before: (page) => page.route('**/api/notes', (route) => route.abort()),
  },
];

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
