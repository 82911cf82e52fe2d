import type { ComponentProps } from 'react';
import { selectOptions } from '#client/text/select-options.ts';
import { Field, type FieldText } from './field.tsx';

/** Renders a field to choose one of several options. `placeholder` is the option without a value. */
export function SelectField({
  label,
  hint,
  error,
  options,
  placeholder,
  className = '',
  ...select
}: Omit<ComponentProps<'select'>, 'children'> &
  FieldText & {
    /** The labels by their values. */
    options: Readonly<Record<string, string>>;
    placeholder: string;
  }) {
  return (
    <Field id={select.id} label={label} hint={hint} error={error}>
      {(attributes) => (
        <select {...select} {...attributes} className={`control ${className}`}>
          <option value="">{placeholder}</option>
          {selectOptions(options, select.value).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
