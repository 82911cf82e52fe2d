import type { SyncedEntity } from '#client/sync/entity.ts';
import type { ItemEntity } from './item-entity.ts';
import type { ItemMessages } from './item-messages.ts';

/** What the screen of a feature has to know about its items. */
export type ItemType = { entity: ItemEntity; messages: ItemMessages };

/**
 * Returns a class of the kit together with the same one for the entity, "item-card note-card": the second is for the
 * style sheet and the tests of the feature.
 */
export const classFor = ({ name, itemKey }: SyncedEntity, kitClass: string) =>
  `${kitClass} ${kitClass.replace('items', name).replace('item', itemKey)}`;
