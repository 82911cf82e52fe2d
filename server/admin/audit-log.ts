import { randomUUIDv7 } from 'node:crypto';
import { fromNow, now } from '#server/clock/clock.ts';
import type { InTransaction, Query } from '#server/database/database.ts';
import type { AuditEntry } from '#shared/admin.ts';
import type { User } from '#shared/auth.ts';
import { AUDIT_LIFETIME_DAYS } from '#shared/constants.ts';

const ENTRIES_PER_PAGE = 50;
/** Sorts after every id. */
const AFTER_EVERY_ID = 'z';

/** Adds an admin's action to the log. Call it in the transaction of the action. */
export async function recordAction(
  query: InTransaction,
  {
    actor,
    action,
    target,
  }: {
    /** Null if an operator did it with a command. */
    actor: Pick<User, 'id' | 'email'> | null;
    action: AuditEntry['action'];
    target: { id: string | null; email: string };
  },
) {
  await query
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      created_at: now(),
      action,
      actor_id: actor?.id ?? null,
      actor_email: actor?.email ?? null,
      target_id: target.id,
      target_email: target.email,
    })
    .execute();
}

/** Returns a page of the log, newest first. `before` is the id of the last entry of the previous page. */
export async function readAuditLog(query: Query, before: string = AFTER_EVERY_ID) {
  const rows = await query
    .selectFrom('audit_log')
    .select(['id', 'created_at', 'action', 'actor_email', 'target_email'])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(ENTRIES_PER_PAGE + 1)
    .execute();
  const entries = rows.slice(0, ENTRIES_PER_PAGE);
  const hasMore = rows.length > entries.length;
  return { entries, next: (hasMore && entries.at(-1)?.id) || null };
}

export async function sweepAuditLog(query: Query) {
  await query
    .deleteFrom('audit_log')
    .where('created_at', '<=', fromNow({ days: -AUDIT_LIFETIME_DAYS }))
    .execute();
}
