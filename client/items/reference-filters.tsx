import { referencesIn } from '#shared/described-fields.ts';
import { useKind } from './kind-context.ts';
import { fieldTexts as m } from './messages.ts';
import ReferenceSelect from './reference-select.tsx';
import { filterByReference, filteredReferences } from './use-reference-filter.ts';

/** Chooses the item that all shown items refer to, for each field that refers to items. */
export default function ReferenceFilters() {
  const { kind } = useKind();
  const chosen = filteredReferences(kind);
  return (
    <fieldset aria-label={m.filters} className="items-filters">
      {referencesIn(kind).map((field) => (
        <ReferenceSelect
          key={field.name}
          field={field}
          label={field.label}
          value={chosen[field.name]}
          placeholder={m.all}
          onChange={(id) => filterByReference(field.name, id)}
        />
      ))}
    </fieldset>
  );
}
