import * as v from 'valibot';
import { user } from './auth.ts';
import { PEOPLE_SEARCH_MAX_CHARACTERS } from './constants.ts';
import { fieldMessages as m } from './messages.ts';
import { pageQuery } from './pages.ts';
import { storable } from './text.ts';

const health = v.picklist(['ok', 'failing']);

export const adminStatus = v.object({
  version: v.string(),
  uptime_s: v.number(),
  database: v.object({ engine: v.picklist(['sqlite', 'postgres']), health }),
  file_store: v.object({ kind: v.picklist(['folder', 's3']), health }),
  mail: v.object({
    transport: v.picklist(['mailbox', 'smtp']),
    queued: v.number(),
    /** Emails whose delivery was given up recently. */
    failed: v.number(),
  }),
  /** Null if there is no backup in the data folder, or its disk cannot be read. */
  data_folder: v.object({
    newest_backup_age_s: v.nullable(v.number()),
    free_bytes: v.nullable(v.number()),
  }),
  /** Features add further counts. */
  counts: v.objectWithRest({ users: v.number(), photos: v.number() }, v.number()),
  /** Problems that need an admin's attention. Empty if everything works. */
  attention: v.array(
    v.picklist([
      'database',
      'file_store',
      'storage',
      'backup_failed',
      'backup_missing',
      'mail_queue',
      'failed_emails',
    ]),
  ),
});
export type AdminStatus = v.InferOutput<typeof adminStatus>;

/** `all` are accounts and sign-ups that are not confirmed yet (`pending`). */
export const PEOPLE_STATUSES = ['all', 'confirmed', 'pending', 'admin'] as const;

export const peopleQuery = v.object({
  search: v.optional(
    v.pipe(
      storable(m.searchInvalid),
      v.trim(),
      v.maxLength(PEOPLE_SEARCH_MAX_CHARACTERS, m.searchInvalid),
    ),
  ),
  status: v.optional(v.picklist(PEOPLE_STATUSES, m.statusInvalid)),
  before: pageQuery.entries.before,
});

export const person = v.object({
  ...user.entries,
  created_at: v.string(),
  /** False for a sign-up whose email address is not confirmed yet. */
  confirmed: v.boolean(),
  last_seen_at: v.nullable(v.string()),
  /** The number of rows of each kind that the user has, by the names that features give them. */
  counts: v.record(v.string(), v.number()),
  storage_bytes: v.number(),
});
export type Person = v.InferOutput<typeof person>;

/** One day in UTC, as `2026-11-17`. */
export const dayOfActivity = v.object({
  day: v.string(),
  sign_ups: v.number(),
  active: v.number(),
});
export type DayOfActivity = v.InferOutput<typeof dayOfActivity>;

export const failedEmailsQuery = v.object({ before: pageQuery.entries.before });

export const failedEmail = v.object({
  id: v.string(),
  kind: v.string(),
  recipient: v.string(),
  attempts: v.number(),
  created_at: v.string(),
  failed_at: v.string(),
});
export type FailedEmail = v.InferOutput<typeof failedEmail>;

const AUDITED_ACTIONS = [
  'grant-admin',
  'revoke-admin',
  'sign-out',
  'resend-confirmation',
  'delete-account',
  'send-email-again',
] as const;

export const auditQuery = v.object({
  before: v.optional(v.pipe(v.string(m.beforeInvalid), v.uuid(m.beforeInvalid))),
});

export const auditEntry = v.object({
  id: v.string(),
  created_at: v.string(),
  action: v.picklist(AUDITED_ACTIONS),
  /** Null if an operator did it with a command. */
  actor_email: v.nullable(v.string()),
  target_email: v.string(),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;
