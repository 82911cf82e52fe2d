import type { Kysely } from 'kysely';
import { countRows } from '#server/database/count-rows.ts';
import { createIndex } from '#server/database/create-index.ts';
import type { Migration } from '#server/database/migrate.ts';

declare module '#server/database/schema.ts' {
  interface Schema {
    notes: {
      id: string;
      user_id: string;
      title: string;
      content: string;
      photo_path: string | null;
      version: number;
      created_at: string;
      updated_at: string;
      seq: number;
    };
  }
}

/**
 * The migrations of notes. They run in the order of their names, each once. Add new ones at the end; never change one
 * that was released.
 */
export const migrations: Record<string, Migration> = {
  '0001-notes': {
    async up(db: Kysely<unknown>) {
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
        .addColumn('seq', 'bigint', (c) => c.notNull())
        .execute();
      await createIndex(db, 'notes', ['user_id', 'created_at', 'id']);
      await createIndex(db, 'notes', ['user_id', 'seq']);
      await createIndex(db, 'notes', ['photo_path']);
    },
  },
  '0002-count': { compatible: true, up: (db, engine) => countRows(db, engine, 'notes') },
};
