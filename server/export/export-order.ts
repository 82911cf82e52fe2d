import { referencesIn } from '#shared/described-fields.ts';
import type { ItemFields } from '#shared/fields.ts';

type Kind = { table: string; fields: ItemFields };

/**
 * Sorts kinds so that each comes before those that its items need. People write while an export reads one kind after the
 * other: an item whose needed one was not read would reject the whole import.
 */
export function inExportOrder<K extends Kind>(kinds: K[]): K[] {
  const sorted = new Set<K>();
  // Ends, because needs that form a circle stop the start of the server.
  function add(kind: K) {
    for (const other of kinds) if (!sorted.has(other) && needs(other, kind)) add(other);
    sorted.add(kind);
  }
  for (const kind of kinds) add(kind);
  return [...sorted];
}

const needs = (one: Kind, other: Kind) =>
  referencesIn(one).some(
    ({ to, isRequired, whenDeleted }) =>
      to === other.table && isRequired && whenDeleted === 'refuse',
  );
