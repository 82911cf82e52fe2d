import { Checkbox } from '#client/components/checkbox.tsx';
import { NumberField } from '#client/components/number-field.tsx';
import { SelectField } from '#client/components/select-field.tsx';
import { TextField } from '#client/components/text-field.tsx';
import type { NamedField } from '#shared/described-fields.ts';
import { fieldTexts as m } from './messages.ts';
import ReferenceSelect from './reference-select.tsx';

/** The properties that every form field has. */
export type FieldProps = {
  field: NamedField;
  id: string;
  label: string;
  value: unknown;
  error: string | undefined;
  required: boolean;
  readOnly: boolean;
  controlRef: (control: HTMLElement | null) => void;
  onChange: (value: unknown) => void;
};

/** Renders a field for a number, a date, a choice or a yes/no value. */
export default function ShortField({
  field,
  value,
  readOnly,
  controlRef,
  onChange,
  ...rest
}: FieldProps) {
  const common = { ref: controlRef, ...rest };
  const text = {
    value: String(value ?? ''),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value || null),
  };
  switch (field.kind) {
    case 'number':
      return (
        <NumberField
          {...common}
          isWhole={field.isWhole}
          value={value}
          readOnly={readOnly}
          onChange={onChange}
        />
      );
    case 'date':
      return <TextField {...common} {...text} type="date" readOnly={readOnly} />;
    case 'select':
      return (
        <SelectField
          {...common}
          {...text}
          options={field.options}
          placeholder={field.isRequired ? m.choose : m.none}
          disabled={readOnly}
        />
      );
    case 'reference':
      return (
        <ReferenceSelect
          {...rest}
          field={field}
          value={value}
          readOnly={readOnly}
          controlRef={controlRef}
          placeholder={field.isRequired ? m.choose : m.none}
          onChange={onChange}
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          ref={controlRef}
          id={rest.id}
          label={field.label}
          checked={value === true}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
  }
}
