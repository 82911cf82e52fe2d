import {
  ACTIVITY_DAYS,
  AUDIT_LIFETIME_DAYS,
  EMAIL_GIVE_UP_AFTER_DAYS,
  FAILED_EMAIL_LIFETIME_DAYS,
} from '#shared/constants.ts';
import { formatNumber } from '#shared/format-number.ts';

const lastDays = `the last ${formatNumber(ACTIVITY_DAYS)} days`;

export const adminMessages = {
  intro: 'How the service is doing right now.',
  loading: 'Loading the status…',
  allWell: 'Everything is working',
  trouble: 'Something needs attention',
  failedTitle: 'The status could not be loaded',
  retry: 'Try again',
  capabilities: 'What the kit can do',
  attention: {
    database: 'The database is not working.',
    file_store: 'The file store is not working.',
    storage: 'The disk is almost full.',
    backup_failed: 'The last backup or its copy failed.',
    backup_missing: 'There is no backup from the last day.',
    mail_queue: 'Emails have been waiting for a long time. The mail server may not accept them.',
    failed_emails: 'Some emails could not be delivered.',
  },
} as const;

export const healthNames = { ok: 'Healthy', failing: 'Failing' } as const;
export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
export const fileStoreNames = { folder: 'Folder on disk', s3: 'S3-compatible store' } as const;
export const transportNames = { mailbox: 'Demo mailbox', smtp: 'SMTP' } as const;

export const capabilities = [
  'Email and password sign-in',
  'Confirmation email',
  'Password reset',
  'Profile editing',
  'File storage',
  'Camera capture',
  'Website',
  'Installable web app',
  'Native app',
] as const;

/** Texts of the users list. */
export const peopleMessages = {
  intro: 'Who has an account, and what you can do for them. What people store stays private.',
  loading: 'Loading people…',
  failedTitle: 'The list of people could not be loaded',
  search: 'Search by name or email address',
  nobody: 'No people to show.',
  notFound: 'No one found.',
  notFoundYet: 'No one found among the newest people.',
  shown: (count: number) =>
    count === 1 ? '1 person is shown.' : `${formatNumber(count)} people are shown.`,
  statuses: {
    all: 'Everyone',
    confirmed: 'Confirmed',
    pending: 'Not confirmed yet',
    admin: 'Admins',
  },
  never: 'Never',
} as const;

/** The day with the largest count, and that count. */
export type Busiest = { most: number; day: string };

const atMost = ({ most, day }: Busiest) => `at most ${formatNumber(most)} on one day, ${day}`;

export const activityMessages = {
  signUps: (total: number, busiest: Busiest) =>
    `Sign-ups over ${lastDays}: ${formatNumber(total)} in total, ${atMost(busiest)}.`,
  /** Has no total, because the same user may be active on several days. */
  active: (busiest: Busiest) => `Active people over ${lastDays}: ${atMost(busiest)}.`,
  quiet: (label: string) => `${label} over ${lastDays}: none.`,
  days: `in ${lastDays}`,
  mostActive: 'on the busiest day',
  table: 'Show daily numbers',
  caption: 'Sign-ups and active people by day, in UTC',
} as const;

/** The question before an action, by kind of action. */
export const questions = {
  grant: {
    title: 'Make this person an admin?',
    description: (who: string) =>
      `${who} will see the dashboard and all people, and can do everything that you can do here. Enter your password to continue.`,
    confirm: 'Make admin',
  },
  revoke: {
    title: 'Remove admin rights?',
    description: (who: string) =>
      `${who} keeps the account and everything in it, but can no longer open these pages.`,
    confirm: 'Remove admin',
  },
  signOut: {
    title: 'Sign out everywhere?',
    description: (who: string) =>
      `Every device of ${who} is signed out. Changes that a device has not sent yet stay there until the next sign-in.`,
    confirm: 'Sign out everywhere',
  },
  delete: {
    title: 'Delete this account?',
    description: (who: string) =>
      `Everything that ${who} stored will be deleted too, on every device, and cannot be restored. They get an email that says so. Enter your password to continue.`,
    confirm: 'Delete account',
  },
} as const;

/** Shown with the reason when any action fails. */
export const actionFailed = { kind: 'destructive', title: 'That did not work' } as const;

export const peopleToasts = {
  grant: { title: 'Admin rights granted' },
  revoke: { title: 'Admin rights removed' },
  signOut: { title: 'Signed out everywhere' },
  resend: { title: 'Confirmation email queued' },
  delete: { title: 'Account deleted', message: 'Everything in it was deleted too.' },
} as const;

export const failedEmailMessages = {
  intro: `Emails that a mail server rejected, or that could not be delivered for ${formatNumber(EMAIL_GIVE_UP_AFTER_DAYS)} days. They are kept for ${formatNumber(FAILED_EMAIL_LIFETIME_DAYS)} days. A new link is created whenever an email is sent, so none is shown here.`,
  loading: 'Loading the emails…',
  failedTitle: 'The emails could not be loaded',
  none: 'No emails have failed.',
  allSentAgain: 'All emails that were shown here have been queued again.',
  queued: { title: 'Email queued', message: 'It will be sent within a few seconds.' },
} as const;

export const emailKinds: Record<string, string> = {
  confirm: 'Confirmation',
  reset: 'Password reset',
  'password-changed': 'Password changed',
  'account-deleted': 'Account deleted',
  'account-deleted-by-admin': 'Account deleted by an admin',
};

export const auditMessages = {
  intro: `What admins did, and to whom. Nobody can change this list; entries are deleted after ${formatNumber(AUDIT_LIFETIME_DAYS)} days.`,
  loading: 'Loading the audit log…',
  failedTitle: 'The audit log could not be loaded',
  none: 'No admin actions yet.',
  /** Shown as the author of commands that were run on the server itself. */
  operator: 'Command on the server',
  actions: {
    'grant-admin': 'Made admin',
    'revoke-admin': 'Admin rights removed',
    'sign-out': 'Signed out everywhere',
    'resend-confirmation': 'Confirmation sent again',
    'delete-account': 'Account deleted',
    'send-email-again': 'Email sent again',
  },
} as const;
