import type { ServerFeature } from '#server/feature.ts';
import { referencesIn } from '#shared/described-fields.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { Person } from './harness.ts';
import { requiredValues } from './sample-values.ts';

/** An id that no item has. */
const UNKNOWN_ID = '01900000-0000-7000-8000-00000000000a';

/** Returns a feature and the others whose items it refers to, directly or not. */
export function withReferred(feature: ServerFeature, registered: ServerFeature[]) {
  const needed = new Set([feature]);
  // The set grows while it is iterated.
  for (const { references = [] } of needed)
    for (const { to } of references) {
      const referred = [feature, ...registered].find(({ synced }) =>
        synced.some(({ table }) => table === to),
      );
      if (referred) needed.add(referred);
    }
  return [...needed];
}

/** Returns the kind that a reference names. */
export function kindOf(kinds: readonly ItemKind[], { to }: Pick<ReferenceField, 'to'>) {
  const kind = kinds.find(({ many }) => many === to);
  if (!kind) throw new Error(`features/contract.ts has no ${to}`);
  return kind;
}

/** Creates an item for each reference of a kind. Returns their ids by field. */
export async function createReferred(person: Person, kind: ItemKind, kinds: readonly ItemKind[]) {
  const ids: Record<string, string> = {};
  for (const field of referencesIn(kind))
    ids[field.name] = await createReferredItem(person, kindOf(kinds, field), kinds);
  return ids;
}

/** Creates an item with the values that it needs. Returns its id. */
async function createReferredItem(person: Person, kind: ItemKind, kinds: readonly ItemKind[]) {
  const body: Record<string, unknown> = requiredValues(kind);
  for (const field of referencesIn(kind).filter(({ isRequired }) => isRequired))
    body[field.name] =
      // Two kinds may require each other if they keep deleted items.
      field.whenDeleted === 'keep'
        ? UNKNOWN_ID
        : await createReferredItem(person, kindOf(kinds, field), kinds);
  const response = await person.call<Endpoint>(kind.create, { body: body as never });
  return (response as Record<string, { id: string }>)[kind.one]?.id ?? '';
}
