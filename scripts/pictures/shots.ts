import type { Page } from '@playwright/test';
import type { AdminStatus, AuditEntry, FailedEmail } from '#shared/admin.ts';
import { press, type Shot } from '#tests/support/shot.ts';
import { importShots } from './import-shots.ts';

/** The screenshots of the kit. A feature has its own in e2e/shots.ts. */
export const shots: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'home-signed-in', path: '/', as: 'user' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/help' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'dev', path: '/dev' },
  { name: 'dev-mailbox', path: '/dev/mailbox' },
  { name: 'api-docs', path: '/api/docs' },
  { name: 'login', path: '/login' },
  {
    name: 'login-errors',
    path: '/login',
    overlay: true,
    after: async (page) => {
      await press(page, 'main', 'Sign In');
      await page.getByText('Email is required').waitFor();
    },
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
    after: async (page) => {
      await press(page, 'main', 'Sign Up');
      await page.getByText('Email is required').waitFor();
    },
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
  ...importShots,
  { name: 'admin-dashboard', path: '/admin-dashboard', as: 'admin' },
  {
    name: 'admin-dashboard-attention',
    path: '/admin-dashboard',
    as: 'admin',
    before: (page) =>
      page.route('**/api/admin/status', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), ...TROUBLE } });
      }),
  },
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
  { name: 'admin-people', path: '/admin-dashboard?view=people', as: 'admin' },
  {
    name: 'admin-people-menu',
    path: '/admin-dashboard?view=people',
    as: 'admin',
    overlay: true,
    after: (page) =>
      page
        .getByRole('button', { name: /^Actions for Dana/ })
        .first()
        .click(),
  },
  { name: 'admin-emails-none', path: '/admin-dashboard?view=emails', as: 'admin' },
  {
    name: 'admin-emails',
    path: '/admin-dashboard?view=emails',
    as: 'admin',
    before: (page) => mockList(page, 'emails', FAILED_EMAILS),
  },
  {
    name: 'admin-audit',
    path: '/admin-dashboard?view=audit',
    as: 'admin',
    before: (page) => mockList(page, 'audit', AUDIT_ENTRIES),
  },
  {
    name: 'user-menu',
    path: '/about',
    as: 'admin',
    overlay: true,
    after: (page) => press(page, 'header', 'User menu'),
  },
  { name: 'mobile-menu', path: '/about', overlay: true, after: openMobileMenu },
  {
    name: 'mobile-menu-signed-in',
    path: '/about',
    as: 'user',
    overlay: true,
    after: openMobileMenu,
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
        console.error('An error for the screenshot');
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

async function openMobileMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  if (!(await button.isVisible())) return;
  await button.click();
  await page.locator('dialog.sheet[open]').waitFor();
}

const TIME = '2026-01-31T09:30:00.000Z';
const LONG_ADDRESS = 'wilhelmina.katharina.von-hohenstein@communications.example.com';

const TROUBLE: Partial<AdminStatus> = {
  data_folder: { newest_backup_age_s: 172_740, free_bytes: 150_000_000 },
  attention: ['storage', 'backup_failed', 'backup_missing'],
};

const FAILED_EMAILS: FailedEmail[] = [
  ['reset', 'ada@example.com'],
  ['account-deleted-by-admin', LONG_ADDRESS],
  ['confirm', 'bob@example.com'],
].map(([kind = '', recipient = ''], id) => ({
  id: String(id),
  kind,
  recipient,
  attempts: 9,
  created_at: TIME,
  failed_at: TIME,
}));

const AUDIT_ENTRIES: AuditEntry[] = (
  [
    ['grant-admin', null, 'dana@example.com'],
    ['resend-confirmation', 'dana@example.com', LONG_ADDRESS],
    ['delete-account', LONG_ADDRESS, 'bob@example.com'],
  ] as const
).map(([action, actor_email, target_email], id) => ({
  id: String(id),
  created_at: TIME,
  action,
  actor_email,
  target_email,
}));

/** Responds with the first page of a longer list. */
function mockList(page: Page, name: 'emails' | 'audit', items: object[]) {
  const field = name === 'emails' ? 'emails' : 'entries';
  return page.route(`**/api/admin/${name}`, (route) =>
    route.fulfill({ json: { success: true, [field]: items, next: 'cursor' } }),
  );
}
