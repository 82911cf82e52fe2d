import type { ObjectSchema } from 'valibot';
import { notFound } from '#server/errors.ts';
import type { Api } from '#server/http/api.ts';
import { listResponse } from '#server/http/paged-response.ts';
import { isUuid } from '#server/uuid.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ItemContract, itemContract } from '#shared/item-contract.ts';
import type { ItemStore } from './store.ts';

export type Operation = 'list' | 'create' | 'update' | 'remove' | 'restore';

/** The names of the endpoints. The name of another endpoint is a type error. */
type Names<Contract extends Record<Operation, Endpoint>, Endpoints> = {
  [O in Operation]: {
    [Name in keyof Endpoints]: Endpoints[Name] extends Contract[O] ? Name : never;
  }[keyof Endpoints];
};

/** Stands for every contract of items. */
type AnyContract = ReturnType<
  typeof itemContract<'/api/items', { one: 'item'; many: 'items'; fields: NoFields }>
>;
type NoFields = ObjectSchema<Record<never, never>, undefined>;

/** Adds the handlers of the endpoints of items. */
export function handleItems<
  Contract extends ItemContract & Record<Operation, Endpoint>,
  Endpoints extends Record<string, Endpoint>,
>(api: Api<Endpoints>, store: ItemStore<Contract>, names: Names<Contract, Endpoints>) {
  const { handle } = api as unknown as Api<Pick<AnyContract, Operation>>;
  const { list, create, update, remove, restore } = names as { [O in Operation]: O };
  const items = store as unknown as ItemStore<AnyContract>;

  handle(list, ({ caller: { user, seq }, query }) =>
    listResponse(items.contract.many, query, (last) => items.page(user.id, last), { seq }),
  );

  handle(create, ({ caller, body }) => items.create(caller.user.id, body));

  handle(update, ({ caller, params, body }) =>
    items.update(caller.user.id, itemId(params.id), body),
  );

  handle(remove, async ({ caller, params, query }) => {
    await items.remove(caller.user.id, itemId(params.id), query);
    return {};
  });

  handle(restore, ({ caller, params, query }) =>
    items.restore(caller.user.id, itemId(params.id), query.deletion),
  );
}

function itemId(id: string) {
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}
