import type { FieldValues, Item } from './entity.ts';
import type { SeenDraft } from './stored-drafts.ts';

/** What a form saves. `original` is the item as it was when editing began; a new item has none. */
export type Edit = {
  id: string;
  original?: Item;
  fields: FieldValues;
  photo: { kind: 'unchanged' } | { kind: 'removed' } | { kind: 'added'; blob: Blob };
  /** The draft of the form. */
  draft?: SeenDraft;
};

export type SaveOutcome =
  | { kind: 'saved' }
  /** Another form on this device has changed the item since, and both changes overlap. */
  | { kind: 'changed'; theirs: Item };

/** How the person resolves a conflict. */
export type Resolution = 'mine' | 'theirs' | 'both';
