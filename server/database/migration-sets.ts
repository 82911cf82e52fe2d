import type { MigrationSets } from './migrate.ts';
import { migrations as kit } from './migrations.ts';

/** The migrations of each feature, in the order in which features are created: the kit's tables come first. */
export const migrationSets: MigrationSets = { kit };
