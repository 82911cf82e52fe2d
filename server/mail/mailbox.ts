import { randomUUIDv7 } from 'node:crypto';
import { now } from '#server/clock/clock.ts';
import type { Query } from '#server/database/database.ts';
import type { Email } from './email.ts';

/** Stores an email in the demo's mailbox instead of sending it. */
export async function storeInMailbox(query: Query, { to, ...email }: Email) {
  await query
    .insertInto('mailbox')
    .values({ id: randomUUIDv7(), recipient: to, created_at: now(), ...email })
    .execute();
}

export function listMailbox(query: Query) {
  return query.selectFrom('mailbox').selectAll().orderBy('id', 'desc').limit(100).execute();
}

export function findInMailbox(query: Query, id: string) {
  return query.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst();
}
