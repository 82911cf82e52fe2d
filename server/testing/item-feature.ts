import { countRows } from '#server/database/count-rows.ts';
import type { ServerFeature } from '#server/feature.ts';
import { handleItems, type Operation } from '#server/items/routes.ts';
import { createItemStore } from '#server/items/store.ts';
import { createItemTable, registerItems } from '#server/items/table.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ItemContract } from '#shared/item-contract.ts';

/** Returns a feature that stores the items of a contract in one table, for tests of the kit. */
export function itemFeature<
  Contract extends ItemContract & Record<Operation, Endpoint>,
  Endpoints extends Record<string, Endpoint>,
>(
  contract: Contract,
  endpoints: Endpoints,
  names: Parameters<typeof handleItems<Contract, Endpoints>>[2],
  columns: Parameters<typeof createItemTable>[2],
): ServerFeature<Endpoints> {
  const { many } = contract;
  return {
    name: many,
    description: `The ${many} of the signed-in person.`,
    endpoints,
    migrations: {
      [`0001-${many}`]: {
        async up(db, engine) {
          await createItemTable(db, many, columns);
          await countRows(db, engine, many);
        },
      },
    },
    ...registerItems(contract),
    create(dependencies) {
      const store = createItemStore(contract, dependencies);
      return { addRoutes: (api) => handleItems(api, store, names) };
    },
  };
}
