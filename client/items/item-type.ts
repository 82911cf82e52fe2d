import type { SyncedEntity } from '#client/sync/entity.ts';
import type { DescribedFields } from '#shared/fields.ts';
import type { ItemMessages } from './item-messages.ts';

/** A synced entity whose fields are described, so that forms and lists can show them. The first is the title. */
export type ItemEntity = SyncedEntity & { fields: DescribedFields };

/** What the screen of a feature has to know about its items. */
export type ItemType = {
  entity: ItemEntity;
  messages: ItemMessages;
  /** Whether an item can have a photo. */
  hasPhoto: boolean;
  /** Whether the screen makes drafts of what other apps share. At most one feature of an app does. */
  takesShared: boolean;
};

/**
 * Returns a class of the kit together with the same one for the entity, "item-card note-card": the second is for the
 * style sheet and the tests of the feature.
 */
export const classFor = ({ name, itemKey }: SyncedEntity, kitClass: string) =>
  `${kitClass} ${kitClass.replace('items', name).replace('item', itemKey)}`;
