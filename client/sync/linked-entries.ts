import type { ItemKind } from '#shared/items.ts';
import { isUncreated, missingUpload, type OutboxEntry } from './outbox-entry.ts';
import { type Reference, referencesOf } from './references.ts';
import type { Hold } from './send-in-order.ts';

type Link = { entry: OutboxEntry; reference: Reference };

/** Knows which unsent entries refer to an item, which is deleted after all of them were sent. */
export function createReferrers(kinds: readonly ItemKind[], entries: readonly OutboxEntry[]) {
  const unsent = new Set(entries.map(({ id }) => id));
  const links = linksTo(kinds, entries);
  const isFirm = ({ reference }: Link) => reference.whenDeleted === 'refuse';
  for (const some of links.values()) some.sort((a, b) => Number(isFirm(a)) - Number(isFirm(b)));

  return {
    /** Returns what the deletion of an item has to wait for. */
    holdOf(id: string): Hold | undefined {
      const left = links.get(id) ?? [];
      for (let link = left.at(-1); link; link = left.at(-1)) {
        if (unsent.has(link.entry.id) && link.entry.id !== id)
          return { by: link.entry.id, isFirm: isFirm(link) };
        left.pop();
      }
      return undefined;
    },
    /** Records that an entry was sent. */
    remove: (id: string) => void unsent.delete(id),
  };
}

/** Adds the ids of the entries that may have waited for the entries with these ids, except for those without photo. */
export function withWaiting(
  ids: ReadonlySet<string>,
  kinds: readonly ItemKind[],
  entries: readonly OutboxEntry[],
): ReadonlySet<string> {
  const all = new Set(ids);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const links = linksTo(kinds, entries);
  const add = (entry: OutboxEntry | undefined) => {
    if (entry && !missingUpload(entry)) all.add(entry.id);
  };
  // The set grows while it is read.
  for (const id of all) {
    const entry = byId.get(id);
    if (!entry) continue;
    if (isUncreated(entry)) for (const link of links.get(id) ?? []) add(link.entry);
    for (const reference of referencesFrom(kinds, entry)) {
      const target = byId.get(reference.id);
      if (target?.change.kind === 'delete') add(target);
    }
  }
  return all;
}

/** Returns the references between entries by the id of the item that they refer to. */
function linksTo(kinds: readonly ItemKind[], entries: readonly OutboxEntry[]) {
  const links = new Map<string, Link[]>();
  for (const entry of entries)
    for (const reference of referencesFrom(kinds, entry)) {
      const others = links.get(reference.id);
      if (others) others.push({ entry, reference });
      else links.set(reference.id, [{ entry, reference }]);
    }
  return links;
}

function referencesFrom(kinds: readonly ItemKind[], entry: OutboxEntry) {
  const kind = kinds.find(({ many }) => many === entry.entity);
  return kind ? referencesOf(kind, entry) : [];
}
