import { createStore, type ReadableStore } from '#client/state/store.ts';
import type { ItemKind } from '#shared/items.ts';
import type { Draft } from './draft.ts';
import type { Item } from './item.ts';
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
    if (isFirst) await read(FIRST_COUNT);
    if (!isFirst || !store.get().isComplete) await read();
  }

  async function read(count?: number) {
    const key = [kind.many];
    const [items, unsent, cursor, drafts] = await database.read(STORES, (transaction) =>
      Promise.all([
        count ? transaction.getNewest(key, count) : transaction.getAll('items', key),
        transaction.getAll('outbox', key),
        transaction.get('cursors', key),
        transaction.getAll('drafts', key),
      ]),
    );
    const closed = await closedOf(drafts);
    shown.clear();
    entries.clear();
    for (const { id, item } of items) shown.set(id, item);
    for (const entry of unsent) show(entry.id, shown.get(entry.id), entry);
    publish({ drafts: closed, loadedAt: cursor?.at, isComplete: count !== items.length });
  }

  async function readSome(ids: string[]) {
    const key = [kind.many];
    const found = await database.read(STORES, async ({ get, getAll }) => ({
      records: await Promise.all(
        ids.map(async (id) => {
          const stored = await get('items', [...key, id]);
          return { id, item: stored?.item, entry: await get('outbox', [...key, id]) };
        }),
      ),
      cursor: await get('cursors', key),
      drafts: await getAll('drafts', key),
    }));
    const drafts = await closedOf(found.drafts);
    for (const { id, item, entry } of found.records) show(id, item, entry);
    publish({ drafts, loadedAt: found.cursor?.at, isComplete: true });
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
    const next = () => (ids && store.get().isComplete ? readSome(ids) : readAll());
    reading = reading.then(next, next);
    return reading;
  }

  function show(id: string, item: Item | undefined, entry: OutboxEntry | undefined) {
    if (entry) entries.set(id, entry);
    else entries.delete(id);
    const next = shownItem(item, entry);
    if (next) shown.set(id, next);
    else shown.delete(id);
  }

  function publish(rest: Pick<Snapshot, 'drafts' | 'loadedAt' | 'isComplete'>) {
    const items = [...shown.values()].sort(newestFirst);
    store.set({ items, entries: new Map(entries), ...rest });
  }

  return {
    store: store as ReadableStore<Snapshot>,
    refresh,
    /** Resolves when everything stored before this call is shown. */
    waitForReads: () => reading,
  };
}

/** Sorts like the server. */
const newestFirst = (a: Item, b: Item) =>
  compare(b.created_at, a.created_at) || compare(b.id, a.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
