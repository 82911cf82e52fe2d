import { notFound } from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import { listResponse } from '#server/http/paged-response.ts';
import { isUuid } from '#server/http/uuid.ts';
import type { defineItems } from '#shared/items.ts';
import type { ItemStore } from './store.ts';

/** The store type that all kinds of items share: the store of a kind without fields. */
export type CommonStore = ItemStore<
  ReturnType<typeof defineItems<{ one: 'item'; many: 'items'; fields: Record<never, never> }>>
>;

/** Adds the handlers for a kind of item. */
export function handleItems({ handle }: Api, store: CommonStore) {
  const { list, create, update, remove, restore, many } = store.kind;

  handle(list, ({ caller: { user, seq }, query }) =>
    listResponse(many, query, (last) => store.page(user.id, last), { seq }),
  );

  handle(create, ({ caller, body }) => store.create(caller.user.id, body));

  handle(update, ({ caller, params, body }) =>
    store.update(caller.user.id, itemId(params.id), body),
  );

  handle(remove, async ({ caller, params, query }) => {
    await store.remove(caller.user.id, itemId(params.id), query);
    return {};
  });

  handle(restore, ({ caller, params, query }) =>
    store.restore(caller.user.id, itemId(params.id), query.deletion),
  );
}

function itemId(id: string) {
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}
