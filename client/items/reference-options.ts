import type { SearchSelectOption } from '#client/components/search-select.tsx';
import type { NamedField } from '#shared/described-fields.ts';
import type { ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';
import { formatValue } from './field-values.ts';

type Titles = NonNullable<ReferenceField['titles']>;

const NONE: Titles = new Map();
const sorted = new WeakMap<Titles, SearchSelectOption[]>();

/** Returns the fields of a form, in which the item with this id is not offered to itself. */
export const withOwnId = (
  fields: NamedField[],
  { many }: Pick<ItemKind, 'many'>,
  ownId: string | undefined,
): NamedField[] =>
  fields.map((field) =>
    ownId && field.kind === 'reference' && field.to === many ? { ...field, ownId } : field,
  );

/** Returns the items to choose from, and the chosen one even if it was deleted. */
export function optionsOf(field: ReferenceField, chosen: string | null): SearchSelectOption[] {
  const { titles = NONE, ownId } = field;
  const all = sortedOptions(titles);
  const hasItself = ownId !== undefined && ownId !== chosen;
  const options = hasItself ? all.filter(({ value }) => value !== ownId) : all;
  if (!chosen || titles.has(chosen)) return options;
  return [...options, { value: chosen, label: formatValue(field, chosen) }];
}

/** Sorts each titles once: a form renders at every key press, and several fields may have the same thousands. */
function sortedOptions(titles: Titles) {
  let options = sorted.get(titles);
  if (!options) {
    options = Array.from(titles, ([value, label]) => ({ value, label }));
    options.sort((a, b) => a.label.localeCompare(b.label));
    sorted.set(titles, options);
  }
  return options;
}
