import type { SyncedEntity } from '#client/sync/entity.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import type { ItemModel } from '#shared/item-contract.ts';

/** A synced entity whose fields are described, so that forms and lists can show them. */
export type ItemEntity = SyncedEntity & Pick<ItemModel, 'fields'>;

type Endpoints = Record<'list' | 'create' | 'update' | 'remove' | 'restore', EndpointName>;

/** Describes how the items of a model are stored on the device and synced with the server. */
export const entityOf = (
  { one, many, fields, photo }: ItemModel,
  { list, ...changes }: Endpoints,
): ItemEntity => ({
  name: many,
  itemKey: one,
  fields,
  photo,
  list: { endpoint: list, key: many },
  ...changes,
});
