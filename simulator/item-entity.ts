import type { SyncedEntity } from '#client/sync/entity.ts';
import { itemEndpoints, itemText } from '#server/testing/items/contract.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';

// The client knows only the endpoints of registered features.
Object.assign(endpoints, itemEndpoints);

/** The test entity, as a feature would register it in the client. */
export const itemEntity: SyncedEntity = {
  name: 'items',
  fields: itemText,
  list: { endpoint: 'listItems' as EndpointName, key: 'items' },
  create: 'createItem' as EndpointName,
  update: 'updateItem' as EndpointName,
  remove: 'deleteItem' as EndpointName,
  restore: 'restoreItem' as EndpointName,
  itemKey: 'item',
};
