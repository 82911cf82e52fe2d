import type { User } from '#shared/auth.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Limits } from './config.ts';
import type { Database } from './database/database.ts';
import type { Migration } from './database/migrate.ts';
import type { Schema } from './database/schema.ts';
import type { PortableTable } from './export/portable.ts';
import type { PhotoColumn, PhotoOwnership } from './files/ownership.ts';
import type { Files } from './files/store.ts';
import type { Api } from './http/api.ts';
import type { Reference } from './items/references.ts';
import type { Changes } from './sync/changes.ts';
import type { SyncedTable } from './sync/read-changes.ts';

/** The server part of a feature. Features are registered in features/server.ts. */
export type ServerFeature = {
  /** Identifies the feature's migrations in the database, and groups its endpoints in the API description. */
  name: string;
  /** Describes this group in the API description. */
  description: string;
  /** The endpoints by their names in the API description. */
  endpoints: Record<string, Endpoint>;
  migrations: Record<string, Migration>;
  /** Every table of the feature, in an order in which a restore can insert their rows. */
  tables: (keyof Schema)[];
  /** The tables whose rows are copied to their owner's devices, under the name of the table. */
  synced: SyncedTable[];
  /** The tables whose rows their owner can export and import. */
  portable: PortableTable[];
  /** The columns with ids of other items. */
  references?: Reference[];
  /** Every column with photo paths. A photo that no column contains is deleted after a day. */
  photoColumns: PhotoColumn[];
  /** The tables whose rows the admin dashboard counts, by the name it shows. */
  counts: Record<string, keyof Schema>;
  create(dependencies: FeatureDependencies): FeatureInstance;
};

/** The services of the kit that a feature builds on. */
export type FeatureDependencies = {
  database: Database;
  limits: Limits;
  files: Files;
  ownership: PhotoOwnership;
  changes: Changes;
  /** The references of all features. */
  references: Reference[];
};

export type FeatureInstance = {
  /** Adds a handler for each of the feature's endpoints. */
  addRoutes(api: Api): void;
  /** Creates the demo content of one demo account. */
  seedDemo?(account: DemoAccount): Promise<void>;
};

export type DemoAccount = { id: string; user_type: User['user_type'] };
