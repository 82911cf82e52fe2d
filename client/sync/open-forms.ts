import type { ItemKind } from '#shared/items.ts';
import { type Draft, newestFirst } from './draft.ts';
import type { SyncEnvironment } from './sync-environment.ts';

export type OpenForms = ReturnType<typeof createOpenForms>;

const lockOf = (form: string) => `form.${form}`;

/**
 * Knows which forms are open in the tabs of this browser. Each holds a lock, which the browser releases when the tab is
 * closed or crashes.
 */
export function createOpenForms(
  { database, withLock, heldLocks }: Pick<SyncEnvironment, 'database' | 'withLock' | 'heldLocks'>,
  stopped: AbortSignal,
) {
  /** The forms that were closed here, and whose locks are about to be released. */
  const closing = new Set<string>();

  const isOpenIn = (locks: Set<string>, { form }: Draft) =>
    form !== undefined && locks.has(lockOf(form)) && !closing.has(form);

  /** Returns the drafts that belong to an open form, and the others, the newest first. */
  async function divide(drafts: Draft[]): Promise<{ open: Draft[]; closed: Draft[] }> {
    const locks = drafts.some(({ form }) => form) ? await heldLocks() : new Set<string>();
    const open = drafts.filter((draft) => isOpenIn(locks, draft));
    return { open, closed: drafts.filter((draft) => !open.includes(draft)).sort(newestFirst) };
  }

  return {
    divide,

    /** Reads the drafts that no form has open, the newest first. */
    async readClosed({ many }: ItemKind): Promise<Draft[]> {
      const drafts = await database.read(['drafts'], ({ getAll }) => getAll('drafts', [many]));
      return (await divide(drafts)).closed;
    },

    /** Marks a form as open. Returns the function that ends this. */
    open(form: string): Promise<() => void> {
      return new Promise((resolve) => {
        const hold = () =>
          new Promise<void>((release) =>
            resolve(() => {
              closing.add(form);
              release();
            }),
          );
        withLock(lockOf(form), stopped, hold)
          // Without its lock a form is not protected from being taken for closed, which costs a second draft and no text.
          .catch(() => resolve(() => {}))
          .finally(() => closing.delete(form));
      });
    },

    /** Waits until a form is closed, also by a crash of its tab. */
    whenClosed: (form: string) => withLock(lockOf(form), stopped, async () => {}),
  };
}
