import { sql } from 'kysely';
import type { Migration } from '#server/database/migrate.ts';
import type { ServerFeature } from '#server/feature.ts';

/** Returns the server part that drops what removed features have left in the database. It has no endpoints. */
export const removedFeatures = (migrations: Record<string, Migration>): ServerFeature => ({
  name: 'removed',
  description: 'Has no endpoints.',
  endpoints: {},
  migrations,
  tables: [],
  synced: [],
  portable: [],
  photoColumns: [],
  counts: {},
  create: () => ({ addRoutes() {} }),
});

/**
 * Returns the migration that drops the tables of a removed feature, those that refer to others first, and what the
 * kit knows about them. Then a later release may add a feature with the same name: its migrations run again.
 */
export const dropsFeature = (feature: string, tables: string[]): Migration => ({
  async up(db) {
    for (const table of tables) {
      await db.schema.dropTable(table).ifExists().execute();
      await sql`delete from row_counts where table_name = ${table}`.execute(db);
      await sql`delete from deletions where entity = ${table}`.execute(db);
      await sql`delete from photo_columns where table_name = ${table}`.execute(db);
    }
    await sql`delete from schema_migrations where feature = ${feature}`.execute(db);
  },
});
