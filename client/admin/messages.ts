export const adminMessages = {
  intro: 'How the service is doing right now.',
  loading: 'Loading the status…',
  allWell: 'Everything is working',
  trouble: 'Something needs attention',
  failedTitle: 'The status could not be loaded',
  retry: 'Try again',
  capabilities: 'What the kit can do',
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
