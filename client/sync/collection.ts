import { createStore, type ReadableStore } from '#client/state/store.ts';
import type { ItemKind } from '#shared/items.ts';
import type { Draft } from './draft.ts';
import { type Item, newestBy } from './item.ts';
import type { OpenForms } from './open-forms.ts';
import { type OutboxEntry, shownItem } from './outbox-entry.ts';
import type { StoreName, UserDatabase } from './user-database.ts';

/** The items of one kind as known to this device, newest first, with unsent changes applied. */
export type Snapshot = {
  /** Undefined until the database has been read. */
  items: Item[] | undefined;
  /** False while only the newest items of a long list have been read. */
  isComplete: boolean;
  /** The unsent changes by item id. */
  entries: ReadonlyMap<string, OutboxEntry>;
  /** The content of forms that were closed without saving or whose tab has crashed, newest first. */
  drafts: Draft[];
  /** When the device and the server last had the same data. Undefined if the list was never loaded. */
  loadedAt?: string;
};

export type Collection = ReturnType<typeof createCollection>;

/** More than a large screen shows. */
const FIRST_COUNT = 60;
const STORES: StoreName[] = ['items', 'outbox', 'cursors', 'drafts'];

export const EMPTY_SNAPSHOT: Snapshot = {
  items: undefined,
  isComplete: false,
  entries: new Map(),
  drafts: [],
};

/** Holds the items of one kind in memory for the screens. */
export function createCollection(
  database: UserDatabase,
  kind: ItemKind,
  forms: Pick<OpenForms, 'divide' | 'whenClosed'>,
) {
  const store = createStore<Snapshot>(EMPTY_SNAPSHOT);
  const shown = new Map<string, Item>();
  const entries = new Map<string, OutboxEntry>();
  /** The open forms to wait for: their drafts are offered when they close. */
  const watched = new Set<string>();
  let reading: Promise<void> = Promise.resolve();

  /** Reads all items. A long list is read in two steps, because the screen needs only its beginning at first. */
  async function readAll() {
    const isFirst = store.get().items === undefined;
    if (isFirst) await read({ count: FIRST_COUNT });
    if (!isFirst || !store.get().isComplete) await read();
  }

  /** Reads the items with these ids again, or all items, or only the newest. */
  async function read({ ids, count }: { ids?: string[]; count?: number } = {}) {
    const key = [kind.many];
    const [items, unsent, cursor, drafts] = await database.read(STORES, ({ get, ...all }) => {
      const getSome = <S extends StoreName>(store: S, wanted: string[]) =>
        Promise.all(wanted.map((id) => get(store, [...key, id])));
      const getItems = () => (count ? all.getNewest(key, count) : all.getAll('items', key));
      return Promise.all([
        ids ? getSome('items', ids) : getItems(),
        ids ? getSome('outbox', ids) : all.getAll('outbox', key),
        get('cursors', key),
        all.getAll('drafts', key),
      ]);
    });
    const closed = await closedOf(drafts);
    for (const known of [shown, entries]) for (const id of ids ?? known.keys()) known.delete(id);
    for (const stored of items) if (stored) shown.set(stored.id, stored.item);
    for (const entry of unsent) if (entry) show(entry);
    publish({ drafts: closed, loadedAt: cursor?.at, isComplete: count !== items.length });
  }

  /** Returns the drafts that no form has open. Reads them again when a form closes. */
  async function closedOf(drafts: Draft[]): Promise<Draft[]> {
    const { open, closed } = await forms.divide(drafts);
    for (const { form = '' } of open) {
      if (watched.has(form)) continue;
      watched.add(form);
      void forms.whenClosed(form).then(
        () => {
          watched.delete(form);
          return refresh([]);
        },
        () => {},
      );
    }
    return closed;
  }

  /** Reads the items with these ids again, or all items without ids. */
  function refresh(ids?: string[]) {
    const next = () => (ids && store.get().isComplete ? read({ ids }) : readAll());
    reading = reading.then(next, next);
    return reading;
  }

  function show(entry: OutboxEntry) {
    const { id } = entry;
    entries.set(id, entry);
    const item = shownItem(shown.get(id), entry);
    if (item) shown.set(id, item);
    else shown.delete(id);
  }

  function publish(rest: Pick<Snapshot, 'drafts' | 'loadedAt' | 'isComplete'>) {
    const items = [...shown.values()].sort(newestBy('created_at'));
    store.set({ items, entries: new Map(entries), ...rest });
  }

  return {
    store: store as ReadableStore<Snapshot>,
    refresh,
    /** Resolves when everything stored before this call is shown. */
    waitForReads: () => reading,
  };
}
