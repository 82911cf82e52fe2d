import type { PhotoState } from '#client/photos/prepare-photo.ts';
import type { FieldValues, Item } from './item.ts';

/** The content of a form before it is saved. */
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
   * The id of the draft, because several forms may edit one item. A new item gets the same id, so that saving twice
   * creates one item. Earlier versions of the app used the item id.
   */
  id: string;
  photo: PhotoState['kind'];
  /** True while the camera is open: the system may end the app then. */
  isAwaitingPhoto?: boolean;
  /**
   * The form that the draft belongs to while the form is open. Missing if an earlier version of the app stored the
   * draft.
   */
  form?: string;
  /** When the draft was stored, by this device's clock. */
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
