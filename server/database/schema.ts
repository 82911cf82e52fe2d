/**
 * The tables of the kit. Times are ISO 8601 text in UTC on both engines, so that they sort and travel as they are. An
 * interface, so that a feature can add its tables with `declare module '#server/database/schema.ts'`.
 */
export interface Schema {
  users: {
    id: string;
    /** Lower case: addresses are compared without regard to case. */
    email: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    user_type: 'user' | 'admin';
    confirmed_at: string;
    created_at: string;
  };
  /** Who signed up and has not opened the link yet; an address may have several, and an account as well. */
  pending_registrations: {
    id: string;
    email: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    created_at: string;
  };
  confirmation_tokens: {
    token_hash: string;
    registration_id: string;
    /** The email that carries the link: another attempt at it replaces its token. */
    outbox_id: string;
    expires_at: string;
  };
  /** Marks the accounts that the demo seeded, whose passwords are published. */
  demo_accounts: { user_id: string };
  sessions: {
    token_hash: string;
    user_id: string;
    created_at: string;
    expires_at: string;
  };
  account_tokens: {
    token_hash: string;
    user_id: string;
    /** A used confirmation link stays known as "signup", so that opening it again shows success again. */
    kind: 'signup' | 'recovery';
    expires_at: string;
  };
  files: {
    path: string;
    user_id: string;
    content_type: string;
    size_bytes: number;
    created_at: string;
    /** When a row last began to show it; unused uploads are swept. */
    used_at: string | null;
    /** Out of reach from then on; the bytes follow as soon as the store answers. */
    removed_at: string | null;
  };
  /** Photos of accounts that are gone: their rows went with the account, their bytes are still to go. */
  removed_blobs: { path: string };
  outbox: {
    id: string;
    kind: 'confirm' | 'reset' | 'password-changed' | 'account-deleted';
    recipient: string;
    /** The registration that a confirmation is for; null for other emails, and where nobody named one. */
    registration_id: string | null;
    attempts: number;
    next_attempt_at: string;
    created_at: string;
    /** When it was given up; it stays for some days, for the dashboard. */
    failed_at: string | null;
  };
  mailbox: {
    id: string;
    recipient: string;
    subject: string;
    html: string;
    text: string;
    created_at: string;
  };
  secrets: { name: string; value: string };
  /** One row, written from time to time to see whether writing is possible. */
  write_check: { id: number; filler: string };
  /** What the server remembers between starts. */
  server_state: { name: string; value: string };
}

/** The tables of the kit that a backup holds, in an order in which rows can be inserted. */
export const backedUpTables: (keyof Schema)[] = [
  'users',
  'demo_accounts',
  'sessions',
  'account_tokens',
  'pending_registrations',
  'confirmation_tokens',
  'files',
  'outbox',
  'mailbox',
  'secrets',
];

/** What a backup leaves out, and why. A test fails while a table is neither here nor backed up. */
export const tablesNotBackedUp: Record<string, string> = {
  removed_blobs: 'Names photos that are about to go. A backup adds those removed while it ran.',
  schema_migrations:
    'Belongs to the database itself; a backup holds a copy, to compare it before a restore.',
  server_state: 'Holds what a running server remembers of itself, such as the time it last saw.',
  write_check: 'Holds nothing: its one row only shows that writing works.',
};
