import { Migrator } from 'kysely/migration';
import type { Query } from './database.ts';
import { migrations } from './migrations.ts';

export async function migrate(query: Query) {
  const migrator = new Migrator({ db: query, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
