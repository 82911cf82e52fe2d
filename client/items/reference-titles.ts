import type { ReadableStore } from '#client/state/store.ts';
import type { Snapshot } from '#client/sync/collection.ts';
import { itemKinds } from '#features/contract.ts';
import { fieldsIn, referencesIn } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import { capitalize, inWords } from '#shared/words.ts';
import { titleOf } from './field-values.ts';
import { fieldTexts as m } from './messages.ts';

/** The titles of a kind's items on this device by id, and whether there are no others. */
export type Titles = { titles: ReadonlyMap<string, string>; isComplete: boolean };

/** How a deleted item is shown. A reference that is cleared is shown as empty before the server has cleared it. */
const DELETED_TITLES = { keep: m.deleted, refuse: m.deleted, clear: '' };

/** Returns the kinds that the fields of a kind refer to, each once. */
export function referredKinds(kind: ItemKind): ItemKind[] {
  const names = new Set(referencesIn(kind).map(({ to }) => to));
  return itemKinds.filter(({ many }) => names.has(many));
}

/** A field of a kind of item that refers to items. `label` names these items. */
export type Reference = { kind: ItemKind; name: string; label: string };

/** Returns the fields of all kinds that refer to items of a kind. */
export const referencesTo = (
  { many }: ItemKind,
  kinds: readonly ItemKind[] = itemKinds,
): Reference[] =>
  kinds.flatMap((kind) => {
    const fields = referencesIn(kind).filter(({ to }) => to === many);
    const items = capitalize(inWords(kind.many));
    return fields.map(({ name, label }) => ({
      kind,
      name,
      label: fields.length > 1 ? `${items} (${label})` : items,
    }));
  });

/** Returns a store of the titles of several kinds, in their order. A title is a new value only if one has changed. */
export function titlesStore(
  kinds: ItemKind[],
  snapshots: ReadableStore<Snapshot>[],
): ReadableStore<Titles[]> {
  let seen: Snapshot[] = [];
  let shown: Titles[] = [];
  return {
    get() {
      const current = snapshots.map(({ get }) => get());
      if (current.every((snapshot, index) => snapshot === seen[index])) return shown;
      seen = current;
      const next = current.map((snapshot, index) => titlesIn(kinds[index] as ItemKind, snapshot));
      if (!next.every((titles, index) => isSame(titles, shown[index]))) shown = next;
      return shown;
    },
    subscribe(listener) {
      const unsubscribe = snapshots.map(({ subscribe }) => subscribe(listener));
      return () => {
        for (const end of unsubscribe) end();
      };
    },
  };
}

/** Returns the kind with the titles of the items that its fields refer to. */
export function withTitles(kind: ItemKind, kinds: ItemKind[], known: Titles[]): ItemKind {
  if (kinds.length === 0) return kind;
  const fields = fieldsIn(kind).map(({ name, ...field }) => {
    const found =
      field.kind === 'reference' && known[kinds.findIndex(({ many }) => many === field.to)];
    if (!found) return [name, field];
    const { titles, isComplete } = found;
    const missingTitle = isComplete ? DELETED_TITLES[field.whenDeleted] : m.notLoaded;
    return [name, { ...field, titles, missingTitle }];
  });
  return { ...kind, fields: Object.fromEntries(fields) };
}

function titlesIn(kind: ItemKind, { items = [], isComplete, loadedAt }: Snapshot): Titles {
  return {
    titles: new Map(items.map((item) => [item.id, titleOf(kind, item)])),
    isComplete: isComplete && loadedAt !== undefined,
  };
}

function isSame(one: Titles, other: Titles | undefined) {
  if (one.isComplete !== other?.isComplete) return false;
  if (one.titles.size !== other.titles.size) return false;
  for (const [id, title] of one.titles) if (other.titles.get(id) !== title) return false;
  return true;
}
