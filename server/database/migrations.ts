import { type Kysely, sql } from 'kysely';
import { withAsciiDomain } from '#shared/text.ts';
import type { Migration } from './migrate.ts';

/**
 * The kit's own. Run in the order of their names, each once and in a transaction. Add new ones at the end; never
 * change one that was released. `compatible: true` says that the version before can run on the result.
 */
export const migrations: Record<string, Migration> = {
  '0001-accounts-notes-files-mail': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('users')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('email', 'text', (c) => c.notNull().unique())
        .addColumn('password_hash', 'text', (c) => c.notNull())
        .addColumn('first_name', 'text', (c) => c.notNull())
        .addColumn('last_name', 'text', (c) => c.notNull())
        .addColumn('user_type', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .execute();
      await index(db, 'sessions', ['user_id']);
      await index(db, 'sessions', ['expires_at']);

      await db.schema
        .createTable('account_tokens')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .execute();
      await index(db, 'account_tokens', ['user_id']);

      await db.schema
        .createTable('files')
        .addColumn('path', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('used_at', 'text')
        .addColumn('removed_at', 'text')
        .execute();
      await index(db, 'files', ['removed_at']);
      await index(db, 'files', ['used_at', 'created_at']);

      await db.schema
        .createTable('notes')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addColumn('photo_path', 'text')
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
      await index(db, 'notes', ['user_id', 'created_at', 'id']);
      await index(db, 'notes', ['photo_path']);

      await db.schema
        .createTable('outbox')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('letter', 'text', (c) => c.notNull())
        .addColumn('recipient', 'text', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('next_attempt_at', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      await index(db, 'outbox', ['next_attempt_at']);

      await db.schema
        .createTable('mailbox')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('recipient', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('html', 'text', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('secrets')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '0002-removed-blobs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('removed_blobs')
        .addColumn('path', 'text', (c) => c.primaryKey())
        .execute();
    },
  },
  '0003-pending-registrations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('pending_registrations')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('password_hash', 'text', (c) => c.notNull())
        .addColumn('first_name', 'text', (c) => c.notNull())
        .addColumn('last_name', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addUniqueConstraint('pending_registrations_email_password_hash', [
          'email',
          'password_hash',
        ])
        .execute();
      await index(db, 'pending_registrations', ['created_at']);

      await db.schema
        .createTable('confirmation_tokens')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('registration_id', 'text', (c) =>
          c.notNull().references('pending_registrations.id').onDelete('cascade'),
        )
        .addColumn('outbox_id', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .execute();
      await index(db, 'confirmation_tokens', ['registration_id']);
      await index(db, 'confirmation_tokens', ['outbox_id']);

      await moveUnconfirmedAccounts(db);
      // Which of the two emails a registration gets is decided when it is sent.
      await sql`delete from outbox where letter = 'already-registered'`.execute(db);
    },
  },
  '0004-outbox-failures': {
    compatible: true,
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('failed_at', 'text').execute();
      await index(db, 'outbox', ['attempts', 'next_attempt_at']);
      await index(db, 'outbox', ['recipient']);
    },
  },
  '0005-demo-accounts': {
    compatible: true,
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('demo_accounts')
        .addColumn('user_id', 'text', (c) =>
          c.primaryKey().references('users.id').onDelete('cascade'),
        )
        .execute();
    },
  },
  '0006-file-sizes': {
    compatible: true,
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('files').addColumn('size_bytes', 'integer').execute();
      await index(db, 'files', ['user_id', 'removed_at', 'size_bytes']);
    },
  },
  '0007-write-check': {
    compatible: true,
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('write_check')
        .addColumn('id', 'integer', (c) => c.primaryKey())
        .addColumn('filler', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '0008-ascii-email-domains': {
    async up(db: Kysely<unknown>) {
      await giveAsciiDomains(db, 'pending_registrations', 'email');
      await giveAsciiDomains(db, 'outbox', 'recipient');
      await giveAsciiDomains(db, 'users', 'email');
    },
  },
  '0009-server-state': {
    compatible: true,
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('server_state')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '0010-outbox-registrations': {
    compatible: true,
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('registration_id', 'text').execute();
    },
  },
};

/** Their links go on working. */
async function moveUnconfirmedAccounts(db: Kysely<unknown>) {
  await sql`
    insert into pending_registrations (id, email, password_hash, first_name, last_name, created_at)
    select id, email, password_hash, first_name, last_name, created_at
    from users where confirmed_at is null`.execute(db);
  await sql`
    insert into confirmation_tokens (token_hash, registration_id, outbox_id, expires_at)
    select token_hash, user_id, '', expires_at from account_tokens
    where kind = 'signup' and user_id in (select id from users where confirmed_at is null)`.execute(
    db,
  );
  for (const table of ['account_tokens', 'sessions'])
    await sql`
      delete from ${sql.table(table)}
      where user_id in (select id from users where confirmed_at is null)`.execute(db);
  await sql`delete from users where confirmed_at is null`.execute(db);
}

/** Of two accounts whose addresses turn out to be one, the older gets it; the other stays as it was. */
async function giveAsciiDomains(db: Kysely<unknown>, table: string, column: string) {
  const { rows } = await sql<{ id: string; address: string }>`
    select id, ${sql.ref(column)} as address from ${sql.table(table)} order by created_at`.execute(
    db,
  );
  const taken = new Set(rows.map(({ address }) => address));
  for (const { id, address } of rows) {
    const ascii = withAsciiDomain(address);
    if (ascii === address || (table === 'users' && taken.has(ascii))) continue;
    taken.add(ascii);
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${ascii} where id = ${id}`.execute(db);
  }
}

function index(db: Kysely<unknown>, table: string, columns: string[]) {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
