import type { SyncedEntity } from '#client/sync/entity.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import type { ItemModel } from '#shared/item-contract.ts';
import type { ItemMessages } from './item-messages.ts';

/** A synced entity whose fields are described, so that forms and lists can show them. */
export type ItemEntity = SyncedEntity & Pick<ItemModel, 'fields' | 'photo'>;

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

/** What the screen of a feature has to know about its items. */
export type ItemType = { entity: ItemEntity; messages: ItemMessages };

/**
 * Returns a class of the kit together with the same one for the entity, "item-card note-card": the second is for the
 * style sheet and the tests of the feature.
 */
export const classFor = ({ name, itemKey }: SyncedEntity, kitClass: string) =>
  `${kitClass} ${kitClass.replace('items', name).replace('item', itemKey)}`;
