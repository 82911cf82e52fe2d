import { DRAFTS_MAX } from '#client/constants.ts';
import type { PhotoState } from '#client/photos/prepare-photo.ts';
import type { ItemKind } from '#shared/items.ts';
import { type DraftContent, draftPhotoPath } from './draft.ts';
import { deleteSeenDraft, getSeenDraft } from './stored-drafts.ts';
import type { SyncEnvironment } from './sync-environment.ts';
import type { Transaction } from './user-database.ts';

export type OpenDraft = ReturnType<typeof createOpenDraft>;

/** The limit of stored drafts is reached. */
export class TooManyDrafts extends Error {}

/** Throws if no further draft may be stored. */
export async function expectRoom({ getAll }: Transaction, { many }: ItemKind) {
  if ((await getAll('drafts', [many])).length >= DRAFTS_MAX) throw new TooManyDrafts();
}

type Wanted = (DraftContent & { isAwaitingPhoto: boolean }) | 'none';

/**
 * Stores the draft of one open form. If another form has opened it nevertheless, because the browser has no locks or
 * released this form's lock, both continue with their own drafts: nothing is overwritten.
 */
export function createOpenDraft({
  database,
  kind,
  form,
  continued,
  newId,
  now,
  onChange,
  release,
}: Pick<SyncEnvironment, 'database' | 'newId' | 'now'> & {
  kind: ItemKind;
  form: string;
  /** The stored draft, which belongs to this form from now on. */
  continued?: { id: string; photo: PhotoState };
  /** Called when the draft is stored for the first time, when it is deleted, and when the form is closed. */
  onChange(): void;
  /** Makes the draft available to other forms. */
  release(): void;
}) {
  let id = continued?.id ?? newId();
  /** Undefined while the draft is not stored under this id. */
  let stored: { photo: PhotoState } | undefined = continued;
  let wanted: Wanted | undefined;
  let writing: Promise<void> | undefined;
  let hasFailed = false;
  let closing: Promise<'kept' | 'lost' | 'none'> | undefined;

  /** Stores the latest content. Skips content that is replaced while it waits. */
  async function writeWanted() {
    try {
      for (;;) {
        const next = wanted as Wanted;
        const written = await write(next).then(
          () => undefined,
          (error) => ({ error }),
        );
        if (wanted !== next) continue;
        hasFailed = written !== undefined;
        if (written) throw written.error;
        return;
      }
    } finally {
      writing = undefined;
    }
  }

  async function write(next: Wanted) {
    const wasStored = stored !== undefined;
    if (next === 'none') await remove();
    else if (!(await put(next))) {
      startOver();
      await put(next);
    }
    if ((stored !== undefined) !== wasStored) onChange();
  }

  async function remove() {
    if (!stored) return;
    await database.write(['drafts', 'photos'], (transaction) =>
      deleteSeenDraft(transaction, kind, { id, form }),
    );
    startOver();
  }

  /** Continues with a new id, because another form may now have the draft with this id. */
  function startOver() {
    id = newId();
    stored = undefined;
  }

  /** Returns false if the draft now belongs to another form or was deleted. */
  async function put({ photo, ...content }: Exclude<Wanted, 'none'>): Promise<boolean> {
    const blob = photo.kind === 'captured' && photo !== stored?.photo ? photo.blob : undefined;
    const isOwn = await database.write(
      ['drafts', 'photos'],
      async (transaction) => {
        if (!stored) await expectRoom(transaction, kind);
        else if (!(await getSeenDraft(transaction, kind, { id, form }))) return false;
        const draft = { ...content, entity: kind.many, id, photo: photo.kind, form };
        await transaction.put('drafts', { ...draft, editedAt: now() });
        const path = draftPhotoPath(kind.many, id);
        if (blob) await transaction.put('photos', { path, blob });
        else if (stored?.photo.kind === 'captured' && photo.kind !== 'captured')
          await transaction.delete('photos', [path]);
        return true;
      },
      blob && [blob],
    );
    if (!isOwn) return false;
    stored = { photo };
    return true;
  }

  function want(next: Wanted): Promise<void> {
    if (closing) return Promise.resolve();
    wanted = next;
    writing ??= writeWanted();
    return writing;
  }

  const wouldLose = () => hasFailed && wanted !== 'none';

  async function close() {
    await writing?.catch(() => {});
    release();
    onChange();
    if (wouldLose()) return 'lost';
    return stored ? 'kept' : 'none';
  }

  return {
    /** The stored draft. Its id changes if another form has opened it. */
    get seen() {
      return { id, form };
    },

    /** Stores the form's content. Rejects if the latest content could not be stored. */
    store: (content: DraftContent, { isAwaitingPhoto = false } = {}) =>
      want({ ...content, isAwaitingPhoto }),

    /** Deletes the draft. */
    delete: () => want('none'),

    /** Waits until nothing is being stored. */
    waitForWrites: async () => void (await writing?.catch(() => {})),

    /** Tells whether closing the form would lose its content, because that could not be stored. */
    wouldLose,

    /** Closes the form. Returns whether its whole content is kept as a draft, is lost, or needed no draft. */
    close(): Promise<'kept' | 'lost' | 'none'> {
      closing ??= close();
      return closing;
    },
  };
}
