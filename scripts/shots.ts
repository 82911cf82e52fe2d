import type { Page } from '@playwright/test';
import type { Visitor } from '#tooling/app-page.ts';

export type Shot = {
  name: string;
  path: string;
  as?: Visitor;
  /** For what stands in the window rather than on the page: no scrolling through it. */
  overlay?: true;
  before?: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
};

export const shots: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'home-signed-in', path: '/', as: 'user' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/help' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'login', path: '/login' },
  {
    name: 'login-errors',
    path: '/login',
    overlay: true,
    after: (page) => press(page, 'main', 'Sign In'),
  },
  {
    name: 'login-after-sign-up',
    path: '/login',
    before: (page) =>
      page.addInitScript(() =>
        sessionStorage.setItem('app_pending_confirmation', 'ada@example.com'),
      ),
  },
  { name: 'login-forgot', path: '/login?mode=forgot' },
  { name: 'signup', path: '/signup' },
  {
    name: 'signup-errors',
    path: '/signup',
    overlay: true,
    after: (page) => press(page, 'main', 'Sign Up'),
  },
  { name: 'confirm-invalid', path: '/confirm' },
  {
    name: 'reset-password-form',
    path: '/reset-password#access_token=a&refresh_token=b&type=recovery',
  },
  { name: 'reset-password-invalid', path: '/reset-password' },
  { name: 'profile', path: '/profile', as: 'user' },
  {
    name: 'profile-delete',
    path: '/profile',
    as: 'user',
    overlay: true,
    after: (page) => press(page, 'main', 'Delete account'),
  },
  { name: 'notes', path: '/notes', as: 'user' },
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
      await page.getByRole('button', { name: 'Capture' }).waitFor();
    },
  },
  {
    name: 'notes-empty',
    path: '/notes',
    as: 'user',
    before: (page) =>
      page.route('**/api/notes', (route) => route.fulfill({ json: { success: true, notes: [] } })),
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
  { name: 'admin-dashboard', path: '/admin-dashboard', as: 'admin' },
  {
    name: 'admin-dashboard-loading',
    path: '/admin-dashboard',
    as: 'admin',
    before: (page) => page.route('**/api/admin/status', () => {}),
  },
  {
    name: 'admin-dashboard-error',
    path: '/admin-dashboard',
    as: 'admin',
    before: (page) => page.route('**/api/admin/status', (route) => route.abort()),
  },
  {
    name: 'user-menu',
    path: '/about',
    as: 'admin',
    overlay: true,
    after: (page) => press(page, 'header', 'User menu'),
  },
  {
    name: 'mobile-menu',
    path: '/about',
    overlay: true,
    after: async (page) => {
      const button = page.getByRole('button', { name: 'Menu', exact: true });
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'debug-console',
    path: '/about',
    as: 'user',
    overlay: true,
    after: async (page) => {
      await press(page, 'header', 'User menu');
      await page.getByRole('menuitem', { name: 'Debug Console' }).click();
      await page.getByRole('dialog', { name: 'Debug Console' }).waitFor();
      await page.evaluate(() => {
        console.warn('A warning, for the picture');
        console.error('An error, for the picture');
      });
    },
  },
  {
    name: 'logged-out-toast',
    path: '/about',
    as: 'user',
    overlay: true,
    after: async (page) => {
      await press(page, 'header', 'User menu');
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await page.getByText('Logged out').waitFor();
    },
  },
];

const press = (page: Page, landmark: string, name: string) =>
  page.locator(landmark).getByRole('button', { name, exact: true }).first().click();

const pressOn = (page: Page, title: string, name: string) =>
  page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name }).click();
