import type { PhotoState } from '#client/photos/prepare-photo.ts';
import type { FieldValues, Item } from './item.ts';

/** What a form holds before it is saved. */
export type DraftContent = {
  /** The item as it was when editing began; a new item has none. */
  original?: Item;
  fields: FieldValues;
  photo: PhotoState;
};

/** The stored draft of a form. The bytes of a captured photo are stored separately. */
export type Draft = Omit<DraftContent, 'photo'> & {
  /** The kind of the item: its `many`. */
  entity: string;
  /**
   * The id of the draft: several forms may edit one item. A new item gets it, so that saving twice creates one item.
   * Earlier versions of the app used the id of the item.
   */
  id: string;
  photo: PhotoState['kind'];
  /** The camera is open: the system may end the app meanwhile. */
  isAwaitingPhoto?: boolean;
  /** The form that the draft belongs to while that is open. Missing if an earlier version of the app has stored it. */
  form?: string;
  /** When it was stored, on the clock of this device. */
  editedAt?: string;
};

/** Names a draft as it was last seen: it is another one after another form has opened it. */
export type SeenDraft = Pick<Draft, 'id' | 'form'>;

/** Returns where the photo of a draft is stored. */
export const draftPhotoPath = (entity: string, id: string) => `draft/${entity}/${id}`;

/** Returns the id of the item that saving a draft creates or changes. */
export const itemIdOf = ({ id, original }: Pick<Draft, 'id' | 'original'>) => original?.id ?? id;

export const newestFirst = (a: Draft, b: Draft) =>
  (a.editedAt ?? '') < (b.editedAt ?? '') ? 1 : -1;
