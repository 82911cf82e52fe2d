import type { Generated } from 'kysely';
import type { itemKinds } from '#features/contract.ts';
import type { AuditEntry } from '#shared/admin.ts';
import type { ItemTables } from './item-row.ts';

/**
 * The tables of the kit and of the kinds of items. On both engines, times are ISO 8601 text in UTC, so that they can be
 * sorted and sent unchanged. An interface, so that a feature can add further tables with
 * `declare module '#server/database/schema.ts'`.
 */
export interface Schema extends ItemTables<(typeof itemKinds)[number]> {
  users: {
    id: string;
    /** In lower case: addresses are compared regardless of case. */
    email: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    user_type: 'user' | 'admin';
    confirmed_at: string;
    created_at: string;
    /** The number of the latest change of this user's synced rows. It has a default, so inserts leave it out. */
    change_seq: Generated<number>;
    /** Deletions up to this number are forgotten: a device that is behind it loads the lists again. */
    complete_since_seq: Generated<number>;
  };
  /** Unconfirmed registrations. An address may have several, and also an account. */
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
    /** The email with the link. Another delivery attempt replaces the token. */
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
    /** "signup" is a used confirmation link: opening it again shows success again. */
    kind: 'signup' | 'recovery';
    expires_at: string;
  };
  /** When a user last used the app, to within a minute. */
  last_seen: { user_id: string; seen_at: string };
  /** How many users used the app on a day in UTC. */
  daily_activity: { day: string; active: number };
  /** What admins did to users. Triggers only allow adding rows, and deleting them after AUDIT_LIFETIME_DAYS. */
  audit_log: {
    id: string;
    created_at: string;
    action: AuditEntry['action'];
    /** Null if an operator did it with a command. */
    actor_id: string | null;
    actor_email: string | null;
    /** Null if the action is not about an account or a sign-up. */
    target_id: string | null;
    target_email: string;
  };
  files: {
    path: string;
    user_id: string;
    /** Chosen by the client, so that a repeated upload does not store a second photo. */
    upload_id: string | null;
    content_type: string;
    size_bytes: number;
    created_at: string;
    /** When the photo was last added to a row. Unused uploads are removed. */
    used_at: string | null;
    /** When the photo was removed. It can no longer be read; the sweeper removes its bytes. */
    removed_at: string | null;
    /** Until then the bytes of a removed photo are kept, because a deleted row may be restored with it. */
    kept_until: string | null;
  };
  /** Deleted synced rows, so that other devices delete their copies too. */
  deletions: {
    entity: keyof Schema;
    id: string;
    user_id: string;
    seq: number;
    deleted_at: string;
    /** The deleted version. Null in rows of earlier versions of the kit. */
    version: number | null;
    /** Identifies the deletion, so that it can be undone. Chosen by the client. */
    deletion_id: string | null;
    /** The deleted row as JSON, while it can be restored: until `kept_until`. */
    kept_row: string | null;
    kept_until: string | null;
  };
  /** Batches of uncompleted imports: the items to add, as JSON. */
  imports: {
    user_id: string;
    import_id: string;
    part: number;
    entity: string;
    items: string;
    item_count: number;
    /** The size of `items`. */
    size_bytes: number;
    created_at: string;
  };
  /** The last import that a user completed, for repeated requests to complete it. */
  import_results: { user_id: string; import_id: string; added: number; created_at: string };
  /** Photos of deleted accounts whose bytes are not yet removed. */
  removed_blobs: { path: string };
  /** Every column that ever contained photos, including columns of features that are no longer registered. */
  photo_columns: { table_name: string; column_name: string };
  outbox: {
    id: string;
    kind: 'confirm' | 'reset' | 'password-changed' | 'account-deleted' | 'account-deleted-by-admin';
    recipient: string;
    /** The registration that a confirmation is for. Null for other emails, and if it is resent without a password. */
    registration_id: string | null;
    attempts: number;
    next_attempt_at: string;
    created_at: string;
    /** When delivery was given up. The row is kept for some days for the dashboard. */
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
  /** Attempts, which all processes count together. The keys are hashes. */
  rate_limits: { key: string; points: number; expire: number | null };
  /** The number of rows that each user has in a table, maintained by the database itself (count-rows.ts). */
  row_counts: { user_id: string; table_name: string; count: number };
  /** A single row, which the readiness check writes. */
  write_check: { id: number; filler: string };
  /** Values that the server keeps between starts. */
  server_state: { name: string; value: string };
}

/** The tables of the kit that a backup contains, in an order in which their rows can be inserted. */
export const backedUpTables: (keyof Schema)[] = [
  'users',
  'demo_accounts',
  'sessions',
  'account_tokens',
  'pending_registrations',
  'confirmation_tokens',
  'last_seen',
  'daily_activity',
  'files',
  'deletions',
  'outbox',
  'mailbox',
  'secrets',
  'audit_log',
];

/** The tables that a backup leaves out, with the reason. A test fails for a table that is in neither list. */
export const tablesNotBackedUp: Record<string, string> = {
  imports: 'Holds imports that are not completed, which can be started again.',
  import_results: 'Answers a request that is repeated within a day.',
  photo_columns: 'Follows from the registered features.',
  rate_limits: 'Applies to the next minutes only.',
  row_counts: 'Is counted again while rows are restored.',
  removed_blobs: 'Names photos that are about to go. A backup adds those removed while it ran.',
  schema_migrations:
    'Belongs to the database itself; a backup holds a copy, to compare it before a restore.',
  server_state: 'Holds what a running server remembers of itself, such as the time it last saw.',
  write_check: 'Holds nothing: its one row only shows that writing works.',
};
