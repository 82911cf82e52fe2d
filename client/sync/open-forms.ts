import type { ItemKind } from '#shared/items.ts';
import { type Draft, newestFirst } from './draft.ts';
import type { SyncEnvironment } from './sync-environment.ts';

export type OpenForms = ReturnType<typeof createOpenForms>;

const lockOf = (form: string) => `form.${form}`;

/**
 * Tracks which forms are open in the tabs of this browser. Each form holds a lock, which the browser releases when the
 * tab closes or crashes.
 */
export function createOpenForms(
  { database, withLock, heldLocks }: Pick<SyncEnvironment, 'database' | 'withLock' | 'heldLocks'>,
  stopped: AbortSignal,
) {
  /** Forms that were closed here and whose locks are about to be released. */
  const closing = new Set<string>();

  const isOpenIn = (locks: Set<string>, { form }: Draft) =>
    form !== undefined && locks.has(lockOf(form)) && !closing.has(form);

  /** Separates the drafts of open forms from the others, newest first. */
  async function divide(drafts: Draft[]): Promise<{ open: Draft[]; closed: Draft[] }> {
    const locks = drafts.some(({ form }) => form) ? await heldLocks() : new Set<string>();
    const open = drafts.filter((draft) => isOpenIn(locks, draft));
    return { open, closed: drafts.filter((draft) => !open.includes(draft)).sort(newestFirst) };
  }

  return {
    divide,

    /** Reads the drafts that no form has open, newest first. */
    async readClosed({ many }: ItemKind): Promise<Draft[]> {
      const drafts = await database.read(['drafts'], ({ getAll }) => getAll('drafts', [many]));
      return (await divide(drafts)).closed;
    },

    /** Marks a form as open. Returns a function that marks it as closed. */
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
          // Without its lock a form may be mistaken for closed, which causes a second draft but loses no text.
          .catch(() => resolve(() => {}))
          .finally(() => closing.delete(form));
      });
    },

    /** Waits until a form is closed, including by a crash of its tab. */
    whenClosed: (form: string) => withLock(lockOf(form), stopped, async () => {}),
  };
}
