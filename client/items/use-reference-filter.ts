import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { currentPath, navigate } from '#client/shell/navigate.ts';
import type { FieldValues, Item } from '#client/sync/item.ts';
import { referencesIn } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { FilledPath } from '#shared/paths.ts';
import type { ItemFilter } from './sort-items.ts';

/** With a dot, so that it is no field or kind of item. */
const parameterOf = (name: string) => `filter.${name}`;

/** Returns the address of a list with only the items that refer to an item. */
export const filteredUrl = ({ path }: ItemKind, field: string, id: string) =>
  `${path}?${parameterOf(field)}=${encodeURIComponent(id)}` as FilledPath;

/** Returns the references by which the address filters the list: `?filter.plant=<id>`. */
export function filteredReferences(kind: ItemKind, search = location.search): FieldValues {
  const query = new URLSearchParams(search);
  const values = referencesIn(kind).flatMap(({ name }) => {
    const id = query.get(parameterOf(name));
    return id ? [[name, id]] : [];
  });
  return Object.fromEntries(values);
}

/** Shows the items that refer to an item, or all items again. */
export function filterByReference(name: string, id: string | null) {
  const query = new URLSearchParams(location.search);
  query.delete(parameterOf(name));
  if (id) query.set(parameterOf(name), id);
  const search = query.toString();
  navigate(`${currentPath()}${search && `?${search}`}` as FilledPath, {
    replace: true,
    state: history.state,
  });
}

/** Returns the filter that the address names, if it names one. */
export function useReferenceFilter(kind: ItemKind): ItemFilter<Item> | undefined {
  const name = JSON.stringify(filteredReferences(kind, useSearch()));
  return useMemo(() => {
    const wanted = Object.entries(JSON.parse(name) as FieldValues);
    if (wanted.length === 0) return undefined;
    return {
      name,
      accepts: (item) => wanted.every(([field, id]) => item[field] === id),
      clear: () => {
        for (const [field] of wanted) filterByReference(field, null);
      },
    };
  }, [name]);
}
