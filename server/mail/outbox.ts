import { randomUUIDv7 } from 'node:crypto';
import { fromNow, now } from '#server/clock.ts';
import type { Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';

export type OutboxRow = Schema['outbox'];

// Longer than a delivery can take; a process that dies in between leaves the letter to the next one.
const LEASE_SECONDS = 120;
const BACK_OFF_SECONDS = [5, 30, 120, 600, 1800, 3600];

/**
 * Names the letter and whom it is for; the text, and any token in it, is made when it is sent. So no link rests
 * in the database, and an address without an account costs a request the same as one with.
 */
export async function enqueue(query: Query, letter: OutboxRow['letter'], recipient: string) {
  await query
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      letter,
      recipient,
      attempts: 0,
      next_attempt_at: now(),
      created_at: now(),
    })
    .execute();
}

/** Takes the next due letter for this process alone. */
export function claim(query: Query) {
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
        .where('next_attempt_at', '<=', now())
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    .where('next_attempt_at', '<=', now())
    .returningAll()
    .executeTakeFirst();
}

export async function remove(query: Query, row: OutboxRow) {
  await query.deleteFrom('outbox').where('id', '=', row.id).execute();
}

export async function postpone(query: Query, row: OutboxRow) {
  const seconds = BACK_OFF_SECONDS[Math.min(row.attempts, BACK_OFF_SECONDS.length) - 1];
  await query
    .updateTable('outbox')
    .set({ next_attempt_at: fromNow({ seconds }) })
    .where('id', '=', row.id)
    .execute();
}

export async function countQueued(query: Query) {
  const { queued } = await query
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('queued'))
    .executeTakeFirstOrThrow();
  return queued;
}
