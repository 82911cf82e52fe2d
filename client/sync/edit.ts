import type { DraftContent } from './draft.ts';
import type { Item } from './item.ts';
import type { SeenDraft } from './stored-drafts.ts';

/** What a form saves: the item with this id, and the form's draft, which is not needed any more then. */
export type Edit = DraftContent & { id: string; draft?: SeenDraft };

export type SaveOutcome =
  | { kind: 'saved' }
  /** Another form on this device has changed the item since, and both changes overlap. */
  | { kind: 'changed'; theirs: Item };

/** How the person resolves a conflict. */
export type Resolution = 'mine' | 'theirs' | 'both';
