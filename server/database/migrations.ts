import { type Kysely, sql } from 'kysely';
import { createRowCounts } from './count-rows.ts';
import { createIndex } from './create-index.ts';
import type { Migration } from './migrate.ts';
import { createPeopleTables } from './people-tables.ts';

/**
 * The migrations of the kit's own tables. They run in the order of their names, each once and in a transaction. Add new
 * ones at the end; never change a released one. `compatible: true` means that the previous version can run on the
 * result.
 */
export const migrations: Record<string, Migration> = {
  '0001-accounts-files-sync-mail': {
    async up(db: Kysely<unknown>) {
      await createAccountTables(db);
      await createFileTables(db);
      await createSyncTables(db);
      await createMailTables(db);
      await createServerTables(db);
    },
  },
  '0002-rate-limits': {
    compatible: true,
    async up(db, engine) {
      await db.schema
        .createTable('rate_limits')
        // Attempts are written without waiting for the disk. After a crash, counting starts from zero.
        .$call((table) => (engine === 'postgres' ? table.modifyFront(sql`unlogged`) : table))
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('points', 'integer', (c) => c.notNull())
        .addColumn('expire', 'bigint')
        .execute();
      await createIndex(db, 'rate_limits', ['expire']);
    },
  },
  '0003-row-counts': { compatible: true, up: createRowCounts },
  '0004-indexes': {
    compatible: true,
    async up(db) {
      await createIndex(db, 'account_tokens', ['expires_at']);
      await createIndex(db, 'outbox', ['failed_at', 'next_attempt_at']);
      await db.schema.dropIndex('outbox_next_attempt_at').execute();
    },
  },
  '0005-imports': {
    compatible: true,
    async up(db) {
      await db.schema
        .createTable('imports')
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('import_id', 'text', (c) => c.notNull())
        .addColumn('part', 'integer', (c) => c.notNull())
        .addColumn('entity', 'text', (c) => c.notNull())
        .addColumn('items', 'text', (c) => c.notNull())
        .addColumn('item_count', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('imports_pk', ['user_id', 'import_id', 'part'])
        .execute();
      await createIndex(db, 'imports', ['created_at']);
    },
  },
  '0006-undo': {
    compatible: true,
    async up(db) {
      await db.schema.alterTable('deletions').addColumn('deletion_id', 'text').execute();
      for (const table of ['deletions', 'files']) {
        await db.schema.alterTable(table).addColumn('kept_until', 'text').execute();
        await createIndex(db, table, ['kept_until']);
      }
      await db.schema.alterTable('deletions').addColumn('kept_row', 'text').execute();
    },
  },
  '0007-people': { compatible: true, up: createPeopleTables },
  '0008-bounded-imports': {
    compatible: true,
    async up(db) {
      await db.schema
        .alterTable('imports')
        .addColumn('size_bytes', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      // Contains every column except the items, which fill many pages, so that counting does not read them.
      const sizes = ['part', 'entity', 'item_count', 'size_bytes'];
      await createIndex(db, 'imports', ['user_id', 'import_id', ...sizes]);
      await db.schema
        .createTable('import_results')
        .addColumn('user_id', 'text', (c) =>
          c.primaryKey().references('users.id').onDelete('cascade'),
        )
        .addColumn('import_id', 'text', (c) => c.notNull())
        .addColumn('added', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      await createIndex(db, 'import_results', ['created_at']);
      await db.schema.alterTable('deletions').addColumn('version', 'bigint').execute();
    },
  },
};

async function createAccountTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('user_type', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('change_seq', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('complete_since_seq', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('demo_accounts')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'sessions', ['user_id']);
  await createIndex(db, 'sessions', ['expires_at']);

  await db.schema
    .createTable('account_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'account_tokens', ['user_id']);

  await db.schema
    .createTable('pending_registrations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('pending_registrations_email_password_hash', ['email', 'password_hash'])
    .execute();
  await createIndex(db, 'pending_registrations', ['created_at']);

  await db.schema
    .createTable('confirmation_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('registration_id', 'text', (c) =>
      c.notNull().references('pending_registrations.id').onDelete('cascade'),
    )
    .addColumn('outbox_id', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'confirmation_tokens', ['registration_id']);
  await createIndex(db, 'confirmation_tokens', ['outbox_id']);
}

async function createFileTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('files')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('upload_id', 'text')
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('size_bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addColumn('removed_at', 'text')
    .addUniqueConstraint('files_user_id_upload_id', ['user_id', 'upload_id'])
    .execute();
  await createIndex(db, 'files', ['removed_at']);
  await createIndex(db, 'files', ['used_at', 'created_at']);
  await createIndex(db, 'files', ['user_id', 'removed_at', 'size_bytes']);

  await db.schema
    .createTable('removed_blobs')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .execute();

  await db.schema
    .createTable('photo_columns')
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('column_name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('photo_columns_pk', ['table_name', 'column_name'])
    .execute();
}

async function createSyncTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('deletions')
    .addColumn('entity', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('deletions_pk', ['entity', 'id'])
    .execute();
  await createIndex(db, 'deletions', ['user_id', 'seq']);
  await createIndex(db, 'deletions', ['deleted_at']);
}

async function createMailTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('registration_id', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('failed_at', 'text')
    .execute();
  await createIndex(db, 'outbox', ['next_attempt_at']);
  await createIndex(db, 'outbox', ['attempts', 'next_attempt_at']);
  await createIndex(db, 'outbox', ['recipient']);

  await db.schema
    .createTable('mailbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
}

async function createServerTables(db: Kysely<unknown>) {
  for (const table of ['secrets', 'server_state'])
    await db.schema
      .createTable(table)
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();

  await db.schema
    .createTable('write_check')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('filler', 'text', (c) => c.notNull())
    .execute();
}
