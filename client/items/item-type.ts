import type { ItemEntity } from './item-entity.ts';
import type { ItemMessages } from './item-messages.ts';

/** What the screen of a feature has to know about its items. */
export type ItemType = { entity: ItemEntity; messages: ItemMessages };
