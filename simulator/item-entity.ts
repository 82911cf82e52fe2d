import { entityOf } from '#client/items/item-entity.ts';
import { itemEndpoints, itemModel } from '#server/testing/items/contract.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';

// The client knows only the endpoints of registered features.
Object.assign(endpoints, itemEndpoints);

/** The test entity, as a feature would register it in the client. */
export const itemEntity = entityOf(itemModel, {
  list: 'listItems' as EndpointName,
  create: 'createItem' as EndpointName,
  update: 'updateItem' as EndpointName,
  remove: 'deleteItem' as EndpointName,
  restore: 'restoreItem' as EndpointName,
});
