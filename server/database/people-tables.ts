import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';
import type { Database } from './database.ts';

/** Audit log entries younger than this cannot be deleted. Less than AUDIT_LIFETIME_DAYS, which a product may change. */
const PROTECTED_DAYS = 30;

/** Creates the tables and indexes of the people page: when users were seen, and what admins did. */
export async function createPeopleTables(db: Kysely<unknown>, engine: Database['engine']) {
  await createIndex(db, 'users', ['created_at', 'id']);
  await createIndex(db, 'users', ['user_type', 'created_at', 'id']);
  await createIndex(db, 'pending_registrations', ['created_at', 'id']);
  await db.schema.dropIndex('pending_registrations_created_at').execute();

  // Not columns of `users`, because every write of a user locks their row there.
  await db.schema
    .createTable('last_seen')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('daily_activity')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('active', 'integer', (c) => c.notNull())
    .execute();

  // No references to users, because entries outlive the accounts.
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_email', 'text')
    .addColumn('target_id', 'text')
    .addColumn('target_email', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'audit_log', ['created_at']);
  await (engine === 'sqlite' ? protectOnSqlite : protectOnPostgres)(db);
}

async function protectOnSqlite(db: Kysely<unknown>) {
  await sql`
    create trigger audit_log_unchanged before update on audit_log begin
      select raise(abort, 'the audit log cannot be changed');
    end`.execute(db);
  await sql`
    create trigger audit_log_kept before delete on audit_log
    when old.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${sql.lit(`-${PROTECTED_DAYS} days`)}) begin
      select raise(abort, 'the audit log cannot be changed');
    end`.execute(db);
}

async function protectOnPostgres(db: Kysely<unknown>) {
  await sql`
    create function protect_audit_log() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log cannot be changed';
    end $$`.execute(db);
  await sql`
    create trigger audit_log_unchanged before update on audit_log
    for each row execute function protect_audit_log()`.execute(db);
  await sql`
    create trigger audit_log_kept before delete on audit_log for each row
    when (old.created_at::timestamptz > now() - ${sql.lit(`${PROTECTED_DAYS} days`)}::interval)
    execute function protect_audit_log()`.execute(db);
}
