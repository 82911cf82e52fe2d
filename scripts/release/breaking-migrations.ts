import type { Config } from '#server/config.ts';
import { readMigrationState } from '#server/database/migrate.ts';
import { migrationSets, openToRead } from '#server/database/open-database.ts';
import type { ServerFeature } from '#server/feature.ts';

/**
 * Lists the migrations that this version would apply and that the version which runs now cannot work with. Throws if
 * this version cannot run on the database. Changes nothing.
 */
export async function breakingMigrations(config: Config, features: ServerFeature[]) {
  const database = await openToRead(config);
  if (!database) return [];
  try {
    const { isNew, missing } = await readMigrationState(
      database,
      migrationSets(features),
      () => {},
    );
    if (isNew) return [];
    return missing
      .filter(({ migration }) => !migration.compatible)
      .map(({ feature, name }) => `${feature}/${name}`);
  } finally {
    await database.close();
  }
}
