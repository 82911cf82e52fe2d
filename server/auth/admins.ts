import { sql } from 'kysely';
import type { Database, InTransaction } from '#server/database/database.ts';
import { lastAdmin, notAllowed } from '#server/errors/errors.ts';

// An arbitrary number that identifies the lock.
const ADMINS_LOCK = 7_492_016_602;

/**
 * Lets one transaction at a time change who is an admin: otherwise two admins who remove each other would both see that
 * another one remains. Call it before locking anything else. SQLite has only one writer anyway.
 */
export async function lockAdmins(engine: Database['engine'], query: InTransaction) {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(ADMINS_LOCK)})`.execute(query);
}

/** Throws if this user is the only admin. Call it after `lockAdmins`. */
export async function checkNotLastAdmin(query: InTransaction, userId: string) {
  const admins = await query
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'admin')
    .limit(2)
    .execute();
  if (admins.length === 1 && admins[0]?.id === userId) throw lastAdmin();
}

/** Throws if this user is no longer an admin. Call it after `lockAdmins`: the check of the request is older. */
export async function checkStillAdmin(query: InTransaction, userId: string) {
  const admin = await query
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('user_type', '=', 'admin')
    .executeTakeFirst();
  if (!admin) throw notAllowed();
}
