import type { PhotoState } from '#client/photos/prepare-photo.ts';
import type { FieldValues, Item } from './entity.ts';

/** What a form holds before it is saved. The bytes of a captured photo are stored separately. */
export type Draft = {
  userId: string;
  entity: string;
  /** The id of the item. A new item gets it here, so that saving twice creates one item. */
  id: string;
  /** The item as it was when editing began; a new item has none. */
  original?: Item;
  fields: FieldValues;
  photo: PhotoState['kind'];
  /** The camera is open: the system may end the app meanwhile. */
  isAwaitingPhoto?: boolean;
};

/** Returns where the photo of a draft is stored. */
export const draftPhotoPath = (entity: string, id: string) => `draft/${entity}/${id}`;
