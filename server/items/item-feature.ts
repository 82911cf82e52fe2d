import type { Migration } from '#server/database/migrate.ts';
import type { Schema } from '#server/database/schema.ts';
import type { DemoAccount, FeatureDependencies, ServerFeature } from '#server/feature.ts';
import type { Api } from '#server/http/api.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { addItemSchemas } from '#shared/item-schemas.ts';
import { endpointsOf, type ItemKind } from '#shared/items.ts';
import { inWords } from '#shared/words.ts';
import type { OwnedTable } from './owned-rows.ts';
import { type CommonStore, handleItems } from './routes.ts';
import { createItemStore, type ItemStore } from './store.ts';
import { registerItems } from './table.ts';

/** The item store and the services of the kit. */
type Parts<Kind extends ItemKind> = FeatureDependencies & { store: ItemStore<Kind> };

/** What a feature adds to the generated server part. */
type OwnParts<Kind extends ItemKind> = {
  /** Additional endpoints by their names in the API description. `addRoutes` adds their handlers. */
  endpoints?: Record<string, Endpoint>;
  /** The tables whose rows belong to an item, such as the waterings of a plant. */
  owned?: OwnedTable[];
  /** Additional tables, in an order in which a restore can insert their rows. */
  tables?: (keyof Schema)[];
  addRoutes?(api: Api, parts: Parts<Kind>): void;
  /** Returns the store for the item endpoints, for example one with additional checks. */
  wrapStore?(parts: Parts<Kind>): ItemStore<Kind>;
  /** Creates the demo content of one demo account. */
  seedDemo?(account: DemoAccount, parts: Parts<Kind>): Promise<void>;
};

/**
 * Returns the server part of a feature that is a kind of item:
 *
 *     export const plantsServer = itemFeature(plants, {
 *       '0001-plants': createsItemTable('plants', { name: 'text', photo_path: 'photo?' }),
 *     });
 *
 * The migrations run in the order of their names, each once. Add new ones at the end; never change a released one.
 */
export function itemFeature<Kind extends ItemKind>(
  kind: Kind,
  migrations: Record<string, Migration>,
  { endpoints, owned = [], tables = [], addRoutes, wrapStore, seedDemo }: OwnParts<Kind> = {},
): ServerFeature {
  // First, before anything uses the endpoints.
  addItemSchemas(kind);
  const registered = registerItems(kind, owned);
  return {
    name: kind.path.slice(1),
    description: `The ${inWords(kind.many)} of the signed-in person.`,
    endpoints: { ...endpointsOf(kind), ...endpoints },
    migrations,
    ...registered,
    tables: [...registered.tables, ...tables],
    create(dependencies) {
      const parts = { ...dependencies, store: createItemStore(kind, dependencies, owned) };
      if (wrapStore) parts.store = wrapStore(parts);
      return {
        addRoutes(api) {
          handleItems(api, parts.store as unknown as CommonStore);
          addRoutes?.(api, parts);
        },
        ...(seedDemo && { seedDemo: (account: DemoAccount) => seedDemo(account, parts) }),
      };
    },
  };
}
