import type { Schema } from '#server/database/schema.ts';
import { ContractError } from '#server/http/api.ts';
import type { SyncedTable } from '#server/sync/read-changes.ts';
import { referencesIn } from '#shared/described-fields.ts';
import type { ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';

/** A reference field of a kind of item, on the server: a column with the ids of items in the table `to`. */
export type Reference = Pick<ReferenceField, 'label' | 'whenDeleted' | 'isRequired'> & {
  /** The name of one item that refers, and the table of these items. */
  one: string;
  table: keyof Schema;
  column: string;
  to: keyof Schema;
};

/** Lists the references of a kind of item. */
export const referencesOf = (kind: Pick<ItemKind, 'one' | 'many' | 'fields'>): Reference[] =>
  referencesIn(kind).map(({ name, to, label, whenDeleted, isRequired }) => ({
    one: kind.one,
    table: kind.many as keyof Schema,
    column: name,
    to: to as keyof Schema,
    label,
    whenDeleted,
    isRequired,
  }));

/** Returns the references of all features. Throws if one refers to a kind that does not exist, or if none can be set. */
export function checkReferences(
  features: { references?: Reference[]; synced: SyncedTable[] }[],
): Reference[] {
  const references = features.flatMap(({ references = [] }) => references);
  const tables = features.flatMap(({ synced }) => synced.map(({ table }) => table));
  for (const reference of references)
    if (!tables.includes(reference.to))
      throw new ContractError(
        `${nameOf(reference)} refers to '${reference.to}', which no registered feature has: add its feature to features/server.ts, or correct \`to\` of the field.`,
      );
  const circle = findCircle(references.filter(needsExisting));
  if (circle)
    throw new ContractError(
      `${new Intl.ListFormat('en').format(circle.map(nameOf))} cannot be set in a first item: make one of them optional, or give it whenDeleted: 'keep'.`,
    );
  return references;
}

const nameOf = ({ table, column }: Reference) => `${table}.${column}`;

/** Tells whether an item can be created only after the item that it refers to. */
const needsExisting = ({ isRequired, whenDeleted }: Reference) =>
  isRequired && whenDeleted === 'refuse';

/** Finds references that lead from a table back to it. */
function findCircle(references: Reference[]) {
  for (const { table } of references) {
    const circle = pathBack(table, []);
    if (circle) return circle;
  }
  return undefined;

  function pathBack(table: string, path: Reference[]): Reference[] | undefined {
    for (const reference of references.filter((one) => one.table === table)) {
      const next = [...path, reference];
      if (reference.to === next[0]?.table) return next;
      // A circle that does not contain the first table is found from its own tables.
      const isKnown = next.some((one) => one.table === reference.to);
      const found = isKnown ? undefined : pathBack(reference.to, next);
      if (found) return found;
    }
    return undefined;
  }
}
