import type { Ref } from 'react';
import type { FieldText } from '#client/components/field.tsx';
import { SelectField } from '#client/components/select-field.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import type { ReferenceField } from '#shared/fields.ts';
import { formatValue } from './field-values.ts';
import { optionsOf } from './reference-options.ts';

/** The most items that a plain list offers. More are found by typing. */
const LISTED_OPTIONS = 12;

const searchSelect = lazyPart(() => import('#client/components/search-select.tsx'));

/** Renders a field to choose one of the items on this device, sorted by title. */
export default function ReferenceSelect({
  field,
  value,
  readOnly,
  controlRef,
  onChange,
  ...rest
}: FieldText & {
  id?: string;
  field: ReferenceField;
  value: unknown;
  placeholder: string;
  required?: boolean;
  readOnly?: boolean;
  controlRef?: Ref<HTMLElement>;
  onChange: (value: string | null) => void;
}) {
  // A deleted item whose references are cleared is no choice.
  const id = typeof value === 'string' && formatValue(field, value) !== '' ? value : null;
  const options = optionsOf(field, id);
  // Until its code is loaded, and if that fails, the plain list has the same options.
  const SearchSelect = useLazyPart(searchSelect, options.length > LISTED_OPTIONS);
  if (SearchSelect && options.length > LISTED_OPTIONS)
    return (
      <SearchSelect
        {...rest}
        ref={controlRef as Ref<HTMLInputElement>}
        options={options}
        value={id}
        readOnly={readOnly}
        onChange={onChange}
      />
    );
  return (
    <SelectField
      {...rest}
      ref={controlRef as Ref<HTMLSelectElement>}
      options={Object.fromEntries(options.map(({ value, label }) => [value, label]))}
      value={id ?? ''}
      disabled={readOnly}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}
