import { referencesIn } from '#shared/described-fields.ts';
import type { ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';
import { type FieldValues, haveSameFields, type Item } from './item.ts';
import { type Attempt, attemptFor, isUncreated, type OutboxEntry } from './outbox-entry.ts';
import type { Transaction } from './user-database.ts';

/** A field that refers to the item `id`. */
export type Reference = ReferenceField & { name: string; id: string };

/** Returns the names of the kinds that other kinds, or they themselves, refer to. */
export const referredKinds = (kinds: readonly ItemKind[]): ReadonlySet<string> =>
  new Set(kinds.flatMap(referencesIn).map(({ to }) => to));

/** Returns what an item refers to in its unsent change, in the request for it and on the server. */
export function referencesOf(kind: ItemKind, { base, change, attempt }: OutboxEntry): Reference[] {
  const fields = referencesIn(kind);
  if (fields.length === 0) return [];
  const versions: FieldValues[] = base ? [base] : [];
  for (const one of [change, attempt?.change]) if (one?.kind === 'save') versions.push(one.fields);
  return fields.flatMap((field) =>
    [...new Set(versions.map((version) => version[field.name]))]
      .filter((id) => typeof id === 'string')
      .map((id) => ({ ...field, id })),
  );
}

/**
 * Tells whether two versions of an item differ only in references that the server has cleared, or set again, because it
 * keeps the time of the last edit then.
 */
export function isUnedited(kind: ItemKind, a: Item, b: Item) {
  const cleared = referencesIn(kind).filter(({ whenDeleted }) => whenDeleted === 'clear');
  const empty = Object.fromEntries(cleared.map(({ name }) => [name, null]));
  return (
    a.updated_at === b.updated_at && haveSameFields(kind, { ...a, ...empty }, { ...b, ...empty })
  );
}

/** Returns an entry's references to items that the server does not have yet, required ones first. */
export async function findUncreated(
  { get }: Transaction,
  kind: ItemKind,
  entry: OutboxEntry,
): Promise<Reference[]> {
  const found: Reference[] = [];
  for (const reference of referencesOf(kind, entry)) {
    const target = await get('outbox', [reference.to, reference.id]);
    if (target && isUncreated(target)) found.push(reference);
  }
  return found.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/**
 * Returns the request for an entry. The one for a new item leaves out references that may be empty to items that the
 * server does not have yet.
 */
export function newAttempt(entry: OutboxEntry, uncreated: Reference[]): Attempt {
  const { change, restores } = entry;
  const optional = uncreated.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0 || change.kind === 'delete' || restores) return attemptFor(entry);
  const empty = Object.fromEntries(optional.map(({ name }) => [name, null]));
  const sent = { ...change, fields: { ...change.fields, ...empty } };
  return { ...attemptFor({ ...entry, change: sent }), isPartial: true };
}
