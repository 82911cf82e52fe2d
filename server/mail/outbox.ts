import { randomUUIDv7 } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { fromNow, now } from '#server/clock/clock.ts';
import type { Database, Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { formatCursor, parseCursor } from '#server/http/paged-response.ts';
import { EMAIL_GIVE_UP_AFTER_DAYS, FAILED_EMAIL_LIFETIME_DAYS } from '#shared/constants.ts';

export type OutboxRow = Schema['outbox'];

/**
 * Retries are sent separately from first attempts, which are sent from both ends of the queue: so neither thousands of
 * retries nor a backlog after an outage delay a new email, and none waits for ever.
 */
export type Lane = 'newest' | 'oldest' | 'retries';

/** Longer than a delivery can take. After a crash, another process sends the email when this time has passed. */
const LEASE_SECONDS = 120;
const BACK_OFF_SECONDS = [5, 30, 120, 600, 1800, 3600];
/** Longer than any delay above. An email that is due even later was queued before the clock was set back. */
const LATEST_DUE_HOURS = 2;
const FAILED_PER_PAGE = 50;

/**
 * Queues an email by kind and recipient. Its text and any token are created when it is sent: so the database contains
 * no link, and a request takes the same time with and without an account. Replaces an older email of the same kind to
 * the same recipient, unless it is being sent: then both arrive. A confirmation replaces only one of the same
 * registration, or one that was given up: a sign-up by someone else must not cancel the owner's email.
 */
export async function enqueue(
  query: Query,
  kind: OutboxRow['kind'],
  recipient: string,
  registrationId: string | null = null,
) {
  await query
    .deleteFrom('outbox')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where(({ eb, or }) =>
      or([
        eb('failed_at', 'is not', null),
        registrationId === null
          ? eb('registration_id', 'is', null)
          : eb('registration_id', '=', registrationId),
      ]),
    )
    .execute();
  await query
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      recipient,
      registration_id: registrationId,
      attempts: 0,
      next_attempt_at: now(),
      created_at: now(),
      failed_at: null,
    })
    .execute();
}

/** Claims the next due email for this process. */
export function claim({ engine, query }: Pick<Database, 'engine' | 'query'>, lane: Lane) {
  const order = lane === 'newest' ? 'desc' : 'asc';
  return query
    .updateTable('outbox')
    .set((set) => ({
      attempts: set('attempts', '+', 1),
      next_attempt_at: fromNow({ seconds: LEASE_SECONDS }),
    }))
    .where('id', '=', (where) =>
      where
        .selectFrom('outbox')
        .select('id')
        .where('attempts', lane === 'retries' ? '>' : '=', 0)
        .where('failed_at', 'is', null)
        .where(isDue)
        .orderBy('next_attempt_at', order)
        .orderBy('id', order)
        .limit(1)
        .$if(engine === 'postgres', (select) => select.forUpdate().skipLocked()),
    )
    .where(isDue)
    .returningAll()
    .executeTakeFirst();
}

const isDue = ({ eb, or }: ExpressionBuilder<Schema, 'outbox'>) =>
  or([
    eb('next_attempt_at', '<=', now()),
    eb('next_attempt_at', '>', fromNow({ hours: LATEST_DUE_HOURS })),
  ]);

export async function remove(query: Query, row: OutboxRow) {
  await query.deleteFrom('outbox').where('id', '=', row.id).execute();
}

export async function postpone(query: Query, row: OutboxRow) {
  const seconds = BACK_OFF_SECONDS[Math.min(row.attempts, BACK_OFF_SECONDS.length) - 1];
  await update(query, row, { next_attempt_at: fromNow({ seconds }) });
}

/** Undoes a claim, because an attempt that a stop interrupted does not count. */
export const release = (query: Query, row: OutboxRow) =>
  update(query, row, { attempts: row.attempts - 1, next_attempt_at: now() });

export const isTooOld = (row: OutboxRow) =>
  row.created_at <= fromNow({ days: -EMAIL_GIVE_UP_AFTER_DAYS });

/** Marks an email as failed. Its row is kept for some days for the dashboard. */
export const giveUp = (query: Query, row: OutboxRow) => update(query, row, { failed_at: now() });

async function update(query: Query, { id }: OutboxRow, values: Partial<OutboxRow>) {
  await query.updateTable('outbox').set(values).where('id', '=', id).execute();
}

/** Tells whether the confirmation of a registration was given up. */
export async function isGivenUp(query: Query, recipient: string, registrationId: string) {
  const failed = await query
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('registration_id', '=', registrationId)
    .where('failed_at', 'is not', null)
    .executeTakeFirst();
  return failed !== undefined;
}

/**
 * Returns a page of the emails that were given up, latest first. They contain no links, because links are created when
 * an email is sent. `before` is the position of the last email of the previous page, by the time of its failure.
 */
export async function readFailedEmails(query: Query, before?: string) {
  const last = parseCursor(before);
  const rows = await query
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'attempts', 'created_at', 'failed_at'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('failed_at', 'id'), '<', tuple(last.created_at, last.id)),
    )
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FAILED_PER_PAGE + 1)
    .$narrowType<{ failed_at: string }>()
    .execute();
  const emails = rows.slice(0, FAILED_PER_PAGE);
  const end = rows.length > emails.length ? emails.at(-1) : undefined;
  return { emails, next: end ? formatCursor({ created_at: end.failed_at, id: end.id }) : null };
}

/** Queues a given-up email again, as if it were new. Returns undefined if there is none. */
export function sendAgain(query: Query, id: string) {
  return query
    .updateTable('outbox')
    .set({ failed_at: null, attempts: 0, created_at: now(), next_attempt_at: now() })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('recipient')
    .executeTakeFirst();
}

export async function sweepFailed(query: Query) {
  await query
    .deleteFrom('outbox')
    .where('failed_at', '<=', fromNow({ days: -FAILED_EMAIL_LIFETIME_DAYS }))
    .execute();
}

export type OutboxState = Awaited<ReturnType<typeof readOutbox>>;

/** Counts the emails, and reads how long the oldest has been queued and due. */
export async function readOutbox(query: Query) {
  const { queued, failed, oldest, due } = await query
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('queued'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
      fn.min<string | null>('created_at').filterWhere('failed_at', 'is', null).as('oldest'),
      fn.min<string | null>('next_attempt_at').filterWhere('failed_at', 'is', null).as('due'),
    ])
    .executeTakeFirstOrThrow();
  return { queued, failed, oldestSeconds: secondsSince(oldest), overdueSeconds: secondsSince(due) };
}

/** Returns the seconds since a time, or 0 if it is null or in the future. */
function secondsSince(time: string | null) {
  return time ? Math.max(0, (Date.now() - Date.parse(time)) / 1000) : 0;
}
